// Every page against the rules of axe-core, at three widths, light and dark, where there is a Chromium.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { renderHtml } from '../../src/report/html/comparison.ts'
import { renderRunHtml } from '../../src/report/html/run.ts'
import { renderTrendHtml } from '../../src/report/trend/html.ts'
import { chromiumPath, openTab, type Tab } from './browser.ts'
import {
  hostileExample,
  inconclusiveExample,
  largeExample,
  notEstablishedExample,
  regressionExample,
  storedExample,
} from './example-comparison.ts'
import { eventfulExample, trendExample } from './trend/example.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const chromium = chromiumPath()

const run = renderRunHtml({
  title: 'all suites',
  symbol: '✗',
  outcome: 'regression',
  result: '1 of 3 comparisons regressed',
  notes: ['These numbers are self-reported.'],
  problems: ['1 of 4 legs left no result'],
  parts: [
    { title: 'json', comparison: regressionExample() },
    { title: 'codec', comparison: storedExample() },
    { title: 'empty', comparison: notEstablishedExample('untuned') },
  ],
})

const trendPage = ({ trend, analysis }: ReturnType<typeof trendExample>) => renderTrendHtml(trend, analysis)

const pages: [string, string][] = [
  ['a report', renderHtml(regressionExample(), { reproduce: 'git fetch origin\nnpx stable-bench ab' })],
  ['a report of unclear rows', renderHtml(inconclusiveExample())],
  ['a report with hostile names', renderHtml(hostileExample())],
  ['a long report', renderHtml(largeExample(40, 5))],
  ['a report of several comparisons', run],
  ['a trend', trendPage(trendExample())],
  ['a trend with changes', trendPage(eventfulExample())],
]

/** The rules whose result another width or colour scheme can change. */
const onLayoutAndColours = ['color-contrast', 'scrollable-region-focusable', 'target-size']

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] }

;(chromium ? describe : describe.skip)('accessibility', () => {
  let tab: Tab
  beforeAll(async () => {
    tab = await openTab(chromium ?? '')
  })
  afterAll(() => tab.close())

  async function violations(options: object): Promise<string[]> {
    const run = `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`
    const found = await tab.evaluate<Violation[]>(run)
    return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
  }

  it.each(pages)('axe-core finds nothing to object to in %s', async (_, html) => {
    const shown = html.includes('id="plot"') ? undefined : 'true'
    await tab.open(html, '', shown)
    await tab.evaluate(`${axe}; undefined`)
    expect(await violations({})).toEqual([])
    for (const width of [1280, 800, 390]) {
      const size = { width, height: 900, deviceScaleFactor: 1, mobile: false }
      await tab.send('Emulation.setDeviceMetricsOverride', size)
      for (const value of ['light', 'dark']) {
        const features = [{ name: 'prefers-color-scheme', value }]
        await tab.send('Emulation.setEmulatedMedia', { features })
        expect(await violations({ runOnly: onLayoutAndColours })).toEqual([])
        // Only tables scroll sideways.
        expect(await tab.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      }
    }
  })
})
