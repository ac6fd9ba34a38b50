// The trend page as a person meets it, in headless Chromium where there is one.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { SeriesAnalysis, TrendSeries } from '../../../src/model/index.ts'
import { seriesId } from '../../../src/report/trend/page/data.ts'
import { renderTrendHtml } from '../../../src/report/trend/page/html.ts'
import { chromiumPath, openTab, type Tab } from '../browser.ts'
import { HOSTILE } from '../hostile-text.ts'
import { disturbedExample, eventfulExample, trendExample } from './example.ts'

const chromium = chromiumPath()
if (chromium === null) {
  if (process.env.CI) throw new Error('the trend page is tested in Chromium: apt-get install chromium')
  process.stderr.write(
    'skipping tests of the trend page: install Chromium (apt-get install chromium) or set CHROMIUM\n',
  )
}

const { trend, analysis } = eventfulExample()
const html = renderTrendHtml(trend, analysis)
const ids = trend.series.map(seriesId)
const NOTHING_FOUND: SeriesAnalysis = {
  changePoints: [],
  withdrawn: [],
  spikes: [],
  segments: [],
  sinceRelease: null,
}

;(chromium ? describe : describe.skip)('the trend page in Chromium', () => {
  let tab: Tab
  const ask = <T>(expression: string): Promise<T> => tab.evaluate<T>(expression)
  const count = (selector: string) =>
    ask<number>(`document.querySelectorAll(${JSON.stringify(selector)}).length`)
  const textOf = (selector: string) =>
    ask<string>(`document.querySelector(${JSON.stringify(selector)}).textContent`)
  const click = (selector: string) => ask<void>(`document.querySelector(${JSON.stringify(selector)}).click()`)
  // The address follows when the page rests.
  const hashBecomes = (hash: string) => tab.until(`location.hash === ${JSON.stringify(hash)}`)
  const hashHas = (...parts: string[]) =>
    tab.until(`${JSON.stringify(parts)}.every(part => location.hash.includes(part))`)
  const firstName = () => textOf('#rows tbody tr:not([hidden]) a')
  const search = (words: string) =>
    ask<void>(`{ const s = document.getElementById('search-1'); s.value = ${JSON.stringify(words)};
      s.dispatchEvent(new Event('input')) }`)
  const isOpen = () => ask<boolean>("document.getElementById('chart').open")

  beforeAll(async () => {
    tab = await openTab(chromium ?? '')
  })
  afterAll(async () => {
    await tab.close()
  })

  it('runs under its own policy without a complaint', async () => {
    tab.problems.length = 0
    await tab.open(html, `#series=${ids[0]}`)
    expect(await count('#plot canvas')).toBe(1)
    expect(tab.problems).toEqual([])
  })

  it('draws sparklines only where they can be seen, and all of them for print', async () => {
    await tab.open(html)
    await ask("document.querySelector('h2.all').scrollIntoView()")
    await tab.until("document.querySelectorAll('#rows .spark svg').length > 5")
    const drawn = await count('#rows .spark svg')
    expect(drawn).toBeGreaterThan(5)
    expect(drawn).toBeLessThan(48)
    await ask("dispatchEvent(new Event('beforeprint'))")
    expect(await count('#rows .spark svg')).toBe(48)
    expect(await count('#rows .spark svg[role=img][aria-label]')).toBe(48)
  })

  it('searches, sorts and filters, and the address opens the same again', async () => {
    await tab.open(html)
    await search('json bench-02')
    expect(await textOf('.count')).toBe('4 of 48 rows')
    await click('th[data-key=latest] button')
    await click('th[data-key=latest] button')
    expect(await firstName()).toContain('json/case 18')
    expect(await count('th[data-key=latest][aria-sort=descending]')).toBe(1)
    // Written down while the page rests between both clicks, it would be that of the first.
    await hashHas('-latest', 'bench-02')
    const address = await ask<string>('location.hash')
    await tab.open(html, address)
    expect(await textOf('.count')).toBe('4 of 48 rows')
    expect(await firstName()).toContain('json/case 18')
    await search('')
    await click('[data-kind=better]')
    expect(await textOf('.count')).toBe('4 of 48 rows')
    await click('[data-kind=worse]')
    expect(await count('.chips [aria-pressed=true]')).toBe(2)
    const pressed = await textOf('.count')
    await hashHas('better%2Cworse')
    await tab.open(html, await ask<string>('location.hash'))
    expect(await textOf('.count')).toBe(pressed)
    expect(Number.parseInt(pressed, 10)).toBeGreaterThan(4)
  })

  it('writes the days below the chart, with the year where it is another one', async () => {
    await tab.open(html)
    await ask(`{ globalThis.written = []
      const { fillText } = CanvasRenderingContext2D.prototype
      CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        globalThis.written.push(text)
        return fillText.call(this, text, ...place)
      } }`)
    await click('#rows tbody a')
    await tab.until("globalThis.written.includes('2026')")
    const written = await ask<string[]>('globalThis.written')
    expect(written.filter(text => /^20\d\d$/.test(text)).slice(0, 2)).toEqual(['2025', '2026'])
    expect(written.filter(text => /^\d{1,2} [A-Z][a-z]{2}$/.test(text)).length).toBeGreaterThan(3)
  })

  it('opens a chart by keyboard, moves through its nights and closes it', async () => {
    await tab.open(html)
    await ask("document.querySelector('#rows tbody a').focus()")
    await tab.key('Enter')
    expect(await isOpen()).toBe(true)
    await hashBecomes(`#series=${ids[0]}`)
    await ask("document.getElementById('plot').focus()")
    await tab.key('End')
    expect(await textOf('#night h3')).toBe('18 May 2026')
    await tab.key('ArrowLeft')
    expect(await textOf('#night h3')).toBe('17 May 2026')
    expect(await textOf('#night')).toMatch(/11\.\d µs, runs .* \(10 runs\)/)
    await tab.key('Escape')
    expect(await isOpen()).toBe(false)
    await hashBecomes('')
  })

  it('closes by a click beside the chart, not by one on its edge', async () => {
    const press = async (x: number, y: number): Promise<void> => {
      for (const type of ['mousePressed', 'mouseReleased']) {
        await tab.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
      }
    }
    await tab.open(html, `#series=${ids[0]}`)
    const top = await ask<number>("document.getElementById('chart').getBoundingClientRect().top")
    await press(600, top + 8)
    expect(await isOpen()).toBe(true)
    await press(600, top - 8)
    expect(await isOpen()).toBe(false)
  })

  it('opens a series that has no night', async () => {
    const series = trend.series.map((each, i) => (i === 0 ? { ...each, nights: [], runs: [] } : each))
    tab.problems.length = 0
    const none = { ...analysis, series: analysis.series.map((each, i) => (i === 0 ? NOTHING_FOUND : each)) }
    await tab.open(renderTrendHtml({ ...trend, series }, none), `#series=${ids[0]}`)
    expect(await isOpen()).toBe(true)
    expect(tab.problems).toEqual([])
    expect(await textOf('#chart')).toContain('No night has a value')
    expect(await textOf('#chart')).not.toMatch(/1970|No change was found/)
    expect(await textOf('#rows [data-kind=unjudged] .verdict')).toBe('not judged')
  })

  it('says the chart in words, and all nights as a table on demand', async () => {
    await tab.open(html, `#series=${ids[0]}`)
    const label = await ask<string>("document.getElementById('plot').getAttribute('aria-label')")
    expect(label).toMatch(
      /^Chart of nights from 20 Nov 2025 to 18 May 2026\. json\/case 0 on bench-01: 1\d\d nights, from .* 1 change$/,
    )
    expect(await count('#numbers tbody tr')).toBe(0)
    await click('#numbers summary')
    await tab.until("document.querySelectorAll('#numbers tbody tr').length > 0")
    expect(await count('#numbers tbody tr')).toBe(trend.series[0]?.nights.length)
  })

  it('zooms by keys, wheel and buttons, and keeps the zoom in the address', async () => {
    await tab.open(html, `#series=${ids[0]}`)
    await click('[data-days="30"]')
    await hashHas('from=2026-04-2', '&to=2026-05-')
    const month = await ask<string>('location.hash')
    await tab.open(html, month)
    await hashBecomes(month)
    await ask("document.getElementById('plot').focus()")
    await tab.key('0')
    await hashBecomes(`#series=${ids[0]}`)
    await ask(`document.querySelector('.u-over').dispatchEvent(new WheelEvent('wheel', { deltaY: -100, clientX: 600,
      bubbles: true, cancelable: true }))`)
    await hashHas('from=')
  })

  it('compares two machines, on any scale', async () => {
    await tab.open(html, `#series=${ids[0]}`)
    await ask(
      `{ const o = document.getElementById('other'); o.value = '${ids[24]}'; o.dispatchEvent(new Event('change')) }`,
    )
    await click('[data-scale=percent]')
    await hashHas(`with=${ids[24]}&scale=percent`)
    expect(await textOf('#legend')).toMatch(/^● bench-01▲ bench-02Line/)
    expect(await textOf('#night')).toMatch(/bench-01.*bench-02/)
    await click('[data-scale=log]')
    expect(await count('[data-scale=log][aria-pressed=true]')).toBe(1)
  })

  it('draws a benchmark on all machines in one chart, each in its colour and with its sign, with the commit and run of each night', async () => {
    const machines = ['rack-1', 'rack-2', 'rack-3']
    const several = trendExample({ benchmarks: 1, nights: 40, steps: [], machines })
    await tab.open(renderTrendHtml(several.trend, several.analysis))
    await click('#rows tbody td.spark')
    expect(await textOf('#other')).toMatch(/^no other machineall 2 othersrack-\drack-\d$/)
    await ask(
      "{ const o = document.getElementById('other'); o.value = 'all'; o.dispatchEvent(new Event('change')) }",
    )
    await hashHas('with=all')
    expect(await textOf('#legend')).toMatch(/^● rack-1▲ rack-2■ rack-3Line/)
    const inks =
      "new Set([...document.querySelectorAll('#legend .key')].map(e => getComputedStyle(e).color)).size"
    expect(await ask(inks)).toBe(3)
    expect(await textOf('#night')).toMatch(/rack-1.*commit.*rack-2.*commit.*rack-3.*commit/)
    const links =
      "[...document.querySelectorAll('#night a')].map(a => new URL(a.href).pathname.split('/')[3])"
    expect(await ask(links)).toEqual(['commit', 'actions', 'commit', 'actions', 'commit', 'actions'])
  })

  it('goes back to the table with the back button', async () => {
    await tab.open(html)
    await click('#rows tbody td.spark')
    expect(await isOpen()).toBe(true)
    await ask('new Promise(done => { addEventListener("popstate", () => setTimeout(done)); history.back() })')
    expect(await isOpen()).toBe(false)
  })

  it('links each change to its commits, and says so when the machine changed', async () => {
    await tab.open(html, `#series=${ids[0]}`)
    expect(await ask("document.querySelector('#changes a').href")).toMatch(
      /\/compare\/[0-9a-f]{40}\.\.\.[0-9a-f]{40}$/,
    )
    await tab.open(html, `#series=${ids[3]}`)
    expect(await textOf('#changes li')).toContain('the machine changed that night, so no commit is blamed')
  })

  it('shows hostile names as text', async () => {
    const hostile = trendExample({
      benchmarks: HOSTILE.length,
      nights: 30,
      machines: HOSTILE.slice(2, 4),
      name: i => HOSTILE[i] ?? '',
    })
    tab.problems.length = 0
    for (const index of [3, 4, 11]) {
      const series = hostile.trend.series[index]
      await tab.open(
        renderTrendHtml(hostile.trend, hostile.analysis),
        `#series=${series && seriesId(series)}`,
      )
      expect(await count('script')).toBe(2)
      expect(await count('#chart :is(img, iframe, script)')).toBe(0)
      expect(await textOf('#chart-name')).toBe(
        await ask(`JSON.parse(document.getElementById('data').textContent).series[${index}].name`),
      )
    }
    expect(tab.problems).toEqual([])
  })

  it('opens one of two series that differ in their unit by its own link', async () => {
    const [first, ...others] = trend.series as [TrendSeries, ...TrendSeries[]]
    const [was, is] = [first, { ...first, unit: 'B' }]
    const [about] = analysis.series as [SeriesAnalysis]
    const both = renderTrendHtml(
      { ...trend, series: [was, ...others, is] },
      { ...analysis, series: [...analysis.series, about] },
    )
    await tab.open(both, `#series=${seriesId(is)}`)
    expect(await textOf('#chart-name')).toBe(first.benchmark)
    expect(await ask<string>("document.getElementById('plot').getAttribute('aria-label')")).toMatch(/KiB/)
    await tab.open(both, `#series=${seriesId(was)}`)
    expect(await ask<string>("document.getElementById('plot').getAttribute('aria-label')")).not.toMatch(/KiB/)
  })

  it('shows what it can of an address that names a series that is gone, or of no series at all', async () => {
    await tab.open(html, '#series=gone&q=json')
    expect(await isOpen()).toBe(false)
    expect(await textOf('.count')).toBe('8 of 48 rows')
    tab.problems.length = 0
    await tab.open(
      renderTrendHtml(
        { suite: 's', repository: null, nights: [], series: [] },
        { series: [], disturbed: [] },
      ),
    )
    expect(tab.problems).toEqual([])
  })

  it('shows a hundred rows at first, those that fit and sort first, and all of them on demand and for print', async () => {
    const many = trendExample({ benchmarks: 130, nights: 12, runs: 3 })
    const page = renderTrendHtml(many.trend, many.analysis)
    const seen = () => count('#rows tbody tr:not([hidden])')
    await tab.open(page)
    expect(await seen()).toBe(100)
    expect(await textOf('.count')).toBe('130 rows')
    expect(await textOf('.rest')).toBe('Show 30 steady rows')
    await click('#rows [data-key=name] button')
    await click('#rows [data-key=name] button')
    expect((await firstName()).trim()).toBe('sql/case 128')
    expect(await seen()).toBe(100)
    await search('json')
    expect(await seen()).toBe(22)
    expect(await ask("document.querySelector('.rest').hidden")).toBe(true)
    await search('')
    await click('.rest button')
    expect(await seen()).toBe(130)
    await tab.open(page)
    await ask("dispatchEvent(new Event('beforeprint'))")
    expect(await seen()).toBe(130)
  })

  it('folds the steady rows of a phone, where each is a card', async () => {
    const size = { width: 390, height: 844, deviceScaleFactor: 1, mobile: false }
    await tab.send('Emulation.setDeviceMetricsOverride', size)
    const height = () => ask<number>('document.documentElement.scrollHeight')
    await tab.open(html)
    expect(await count('#rows tbody tr:not([hidden])')).toBe(20)
    expect(await count('#rows tbody tr[data-kind=steady]:not([hidden])')).toBe(0)
    const folded = await height()
    await click('.rest button')
    expect(await count('#rows tbody tr:not([hidden])')).toBe(48)
    expect(await height()).toBeGreaterThan(folded + 1000)
    await tab.send('Emulation.clearDeviceMetricsOverride', {})
  })

  it('says 1 run of a night that has one', async () => {
    const series = trend.series.map(each => ({ ...each, runs: each.runs.map(run => run.slice(0, 1)) }))
    await tab.open(renderTrendHtml({ ...trend, series }, analysis), `#series=${ids[0]}`)
    expect(await textOf('#night')).toMatch(/ µs \(1 run\)/)
  })

  it('says in the chart, in words and in numbers that a night is not judged', async () => {
    const disturbed = disturbedExample()
    const [id] = disturbed.trend.series.map(seriesId)
    await tab.open(renderTrendHtml(disturbed.trend, disturbed.analysis), `#series=${id}`)
    expect(await textOf('#legend')).toContain(
      'Amber dots: the machine was disturbed, and the night is not judged.',
    )
    const words = await ask<string>("document.querySelector('#plot').getAttribute('aria-label')")
    expect(words).toMatch(/Not judged, since the machine was disturbed: 2$/)
    await ask("document.querySelector('#numbers summary').click()")
    await tab.until("document.querySelector('#numbers table') !== null")
    const notes = await ask<string[]>(
      "[...document.querySelectorAll('#numbers tr')].map(row => row.textContent).filter(text => text.includes('not judged'))",
    )
    expect(notes.map(text => text.slice(0, 10))).toEqual(['10 Apr 202', '9 Apr 2026'])
    await ask("document.getElementById('plot').focus()")
    await tab.key('End')
    for (let i = 0; i < 60 && !(await textOf('#night')).startsWith('10 Apr'); i++) await tab.key('ArrowLeft')
    expect(await textOf('#night')).toMatch(/not judged\s*the machine was disturbed/)
    await tab.open(html, `#series=${ids[0]}`)
    expect(await textOf('#legend')).not.toContain('disturbed')
  })
})
