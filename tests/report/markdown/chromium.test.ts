// The comment as GitHub shows it, in headless Chromium where there is one, and the fonts that its page asks for: what fits
// without scrolling.
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { commentPage } from '../../../scripts/pictured-pages.ts'
import { renderMarkdown } from '../../../src/report/markdown/comparison.ts'
import { chromiumPath, openTab, type Tab } from '../browser.ts'
import { inconclusiveExample, largeExample, regressionExample, storedExample } from '../example-comparison.ts'

const chromium = chromiumPath()
const font = spawnSync('fc-match', ['Helvetica'], { encoding: 'utf8' }).stdout ?? ''
const hasFont = /Helvetica|Arial|Liberation/.test(font)
/** GitHub's comment, and a phone. */
const [COMMENT, PHONE] = [816, 390]

;(chromium && hasFont ? describe : describe.skip)('the tables of a comment', () => {
  let tab: Tab
  beforeAll(async () => {
    tab = await openTab(chromium ?? '')
  })
  afterAll(() => tab.close())

  async function show(markdown: string, width: number): Promise<void> {
    const size = { width, height: 900, deviceScaleFactor: 1, mobile: false }
    await tab.send('Emulation.setDeviceMetricsOverride', size)
    await tab.open(commentPage(markdown).replaceAll('<details>', '<details open>'), '', 'true')
  }

  it.each([
    ['regressions', regressionExample()],
    ['inconclusive rows', inconclusiveExample()],
    ['a stored baseline', storedExample()],
    ['1,500 rows', largeExample(1500, 5)],
  ])('fit GitHub’s width, and on a phone the change is seen without scrolling: %s', async (_, comparison) => {
    await show(renderMarkdown(comparison), COMMENT)
    const wide = '[...document.querySelectorAll("table")].filter(each => each.scrollWidth > each.clientWidth)'
    expect(await tab.evaluate('document.querySelectorAll("table").length')).toBeGreaterThan(0)
    expect(await tab.evaluate(`${wide}.length`)).toBe(0)
    await show(renderMarkdown(comparison), PHONE)
    const ends =
      '[...document.querySelectorAll("td:nth-child(2)")].map(each => each.getBoundingClientRect().right)'
    expect(await tab.evaluate(`Math.max(...${ends})`)).toBeLessThan(PHONE / 2)
    expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(PHONE)
  })
})
