// Every page against the rules of axe-core, at three widths, in light and in dark, where there is a Chromium.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { renderHtml, renderRunHtml } from '../../src/report/html/comparison.ts'
import { renderSiteIndex } from '../../src/report/site/index-page.ts'
import { seriesId } from '../../src/report/trend/page/data.ts'
import { renderTrendHtml } from '../../src/report/trend/page/html.ts'
import { chromiumPath, openTab, type Tab } from './browser.ts'
import {
  hostileExample,
  inconclusiveExample,
  largeExample,
  notEstablishedExample,
  regressionExample,
  storedExample,
} from './example-comparison.ts'
import { profiled } from './explained-example.ts'
import { siteExample } from './site/example.ts'
import { disturbedExample, eventfulExample, trendExample, withdrawnExample } from './trend/example.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const chromium = chromiumPath()

const run = renderRunHtml({
  title: 'all suites',
  outcome: 'regression',
  answer: {
    symbol: '✗',
    glyph: '🔴',
    title: '`parse` is 5.1 % slower',
    effect: 'This fails the check.',
    advice: 'Make it faster.',
    also: '',
  },
  notes: ['These numbers are self-reported.'],
  problems: ['1 of 4 legs left no result'],
  sections: [
    { title: 'json', comparison: regressionExample() },
    { title: 'codec', comparison: storedExample() },
    { title: 'empty', comparison: notEstablishedExample('untuned') },
  ],
})

const trendPage = ({ trend, analysis }: ReturnType<typeof trendExample>) => renderTrendHtml(trend, analysis)

const six = trendExample({
  benchmarks: 1,
  nights: 30,
  steps: [],
  machines: [1, 2, 3, 4, 5, 6].map(i => `rack-${i}`),
})
const [chart] = six.trend.series.map(seriesId)

const disturbed = disturbedExample()

const pages: [string, string, string?][] = [
  ['a report', renderHtml(regressionExample(), { reproduce: 'git fetch origin\nnpx stable-bench ab' })],
  ['a report of inconclusive rows', renderHtml(inconclusiveExample())],
  ['a report with hostile names', renderHtml(hostileExample())],
  ['a report that explains a change', renderHtml({ ...regressionExample(), explained: [profiled()] })],
  ['a long report', renderHtml(largeExample(40, 5))],
  ['a report of several comparisons', run],
  ['a trend', trendPage(trendExample())],
  ['a trend with changes', trendPage(eventfulExample())],
  ['a chart of several machines', trendPage(six), `#series=${chart}&with=all`],
  ['a trend with disturbed nights', trendPage(disturbed)],
  [
    'a chart with disturbed nights',
    trendPage(disturbed),
    `#series=${disturbed.trend.series.map(seriesId)[0]}`,
  ],
  ['the index of a site of trends', renderSiteIndex(siteExample())],
  ['a trend with a change that is not found any more', trendPage(withdrawnExample())],
]

/** The rules whose result another width or colour scheme can change. */
const onLayoutAndColours = ['color-contrast', 'scrollable-region-focusable', 'target-size']

/** Besides wide and light. A middle width has the colours of a wide one. */
const OTHER_WAYS: [number, string][] = [
  [800, 'dark'],
  [390, 'light'],
  [390, 'dark'],
]

/** The tables that are wider than their place. */
const SCROLLING = `[...document.querySelectorAll('.scroll')].filter(each => each.scrollWidth > each.clientWidth)
  .map(each => each.textContent.slice(0, 40))`

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] }

;(chromium ? describe : describe.skip)('accessibility', () => {
  let tab: Tab
  beforeAll(async () => {
    tab = await openTab(chromium ?? '')
  })
  afterAll(() => tab.close())

  async function show(width: number, scheme: string): Promise<void> {
    const size = { width, height: 900, deviceScaleFactor: 1, mobile: false }
    await tab.send('Emulation.setDeviceMetricsOverride', size)
    const features = [{ name: 'prefers-color-scheme', value: scheme }]
    await tab.send('Emulation.setEmulatedMedia', { features })
  }

  async function violations(options: object): Promise<string[]> {
    // To describe what is right takes longer than to find what is wrong.
    const only = JSON.stringify({ ...options, resultTypes: ['violations'] })
    const run = `axe.run(${only}).then(({ violations }) => violations)`
    const found = await tab.evaluate<Violation[]>(run)
    return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
  }

  it.each(pages)('axe-core finds nothing to object to in %s', async (name, html, hash = '') => {
    const shown = html.includes('id="plot"') ? undefined : 'true'
    await show(1280, 'light')
    await tab.open(html, hash, shown)
    await tab.evaluate(`${axe}; undefined`)
    expect(await violations({})).toEqual([])
    for (const [width, scheme] of OTHER_WAYS) {
      await show(width, scheme)
      expect(await violations({ runOnly: onLayoutAndColours })).toEqual([])
      // Only tables may scroll sideways, those of the usual pages need not.
      expect(await tab.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      if (!name.includes('hostile')) expect(await tab.evaluate(SCROLLING)).toEqual([])
    }
  })
})
