// The flame graph of a report as a person meets it, in headless Chromium where there is one.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { renderHtml } from '../../../src/report/html/comparison.ts'
import { chromiumPath, openTab, type Tab } from '../browser.ts'
import { regressionExample } from '../example-comparison.ts'
import { profiled, treeOf } from '../explained-example.ts'

const chromium = chromiumPath()

const pageOf = (size: number) => {
  const { profile } = profiled()
  return renderHtml({
    ...regressionExample(),
    explained: [profiled({ profile: profile && { ...profile, tree: treeOf(size) } })],
  })
}

const STATUS = "document.querySelector('.flame [role=status]').textContent"
const CANVAS = "document.querySelector('.flame canvas')"
/** How many pixels of the canvas are of the colour of a frame that took longer. */
const RED = `(() => { const { width, height } = ${CANVAS}; const d = ${CANVAS}.getContext('2d').getImageData(0, 0, width, height).data
  let red = 0; for (let i = 0; i < d.length; i += 4) if (d[i] > d[i + 2] + 60) red++; return red })()`

;(chromium ? describe : describe.skip)('the flame graph', () => {
  let tab: Tab
  const press = (selector: string) => tab.evaluate(`document.querySelector('${selector}').click()`)

  beforeAll(async () => {
    tab = await openTab(chromium as string)
  })

  afterAll(() => tab.close())

  it('is moved through and zoomed with the keyboard, and says the numbers of each frame', async () => {
    await tab.open(pageOf(400), '', 'true')
    expect(await tab.evaluate(STATUS)).toMatch(
      /^Red took longer, blue less; the widths are the time of the candidate/,
    )
    await tab.evaluate(`${CANVAS}.focus()`)
    await tab.key('ArrowDown')
    expect(await tab.evaluate(STATUS)).toMatch(
      /^function_0: 100\.00\s% → 105\.00\s% of the baseline’s time, \+5\.00 points$/,
    )
    await tab.key('ArrowDown')
    expect(await tab.evaluate(STATUS)).toMatch(/^parse_number: 25\.00\s% → 26\.25\s%/)
    const before = await tab.evaluate<number>(RED)
    await tab.key('Enter')
    const zoomed = await tab.evaluate<number>(RED)
    expect(zoomed).toBeGreaterThan(before)
    await tab.key('ArrowRight')
    expect(await tab.evaluate(STATUS)).toMatch(/^function_[234]: 25\.00\s% → 25\.00\s%/)
    await tab.key('ArrowLeft')
    await tab.key('ArrowUp')
    expect(await tab.evaluate(STATUS)).toMatch(/^function_0/)
    await tab.key('Escape')
    expect(await tab.evaluate<number>(RED)).toBeLessThan(zoomed)
    expect(tab.problems).toEqual([])
  })

  it('finds functions, shows either side, and saves files, all without a network', async () => {
    await tab.open(pageOf(400), '', 'true')
    const before = await tab.evaluate<number>(RED)
    await tab.evaluate(
      `{ const field = document.querySelector('.flame input'); field.value = 'FUNCTION_2'; field.dispatchEvent(new Event('input')) }`,
    )
    expect(await tab.evaluate<number>(RED)).toBeGreaterThan(before)
    await press('[data-do=side]')
    expect(await tab.evaluate(`document.querySelector('[data-do=side]').getAttribute('aria-pressed')`)).toBe(
      'true',
    )
    const saved =
      await tab.evaluate<string>(`new Promise(done => { HTMLAnchorElement.prototype.click = () => {}
      URL.createObjectURL = blob => (blob.text().then(done), 'blob:none')
      document.querySelector('[data-do=speedscope]').click() })`)
    expect(JSON.parse(saved).profiles).toHaveLength(2)
    expect(tab.problems).toEqual([])
  })

  it('fits a phone', async () => {
    await tab.send('Emulation.setDeviceMetricsOverride', {
      width: 390,
      height: 800,
      deviceScaleFactor: 2,
      mobile: true,
    })
    await tab.open(pageOf(400), '', 'true')
    expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await tab.send('Emulation.setDeviceMetricsOverride', {
      width: 1280,
      height: 900,
      deviceScaleFactor: 1,
      mobile: false,
    })
  })

  it('takes a hundred thousand stacks', async () => {
    await tab.open(pageOf(100_000), '', 'true')
    const opened = await tab.evaluate<number>("performance.getEntriesByName('painted')[0].startTime")
    process.stderr.write(`opening a report with 100,000 stacks took ${Math.round(opened)} ms\n`)
    expect(await tab.evaluate<number>(RED)).toBeGreaterThan(1000)
    expect(tab.problems).toEqual([])
  })
})
