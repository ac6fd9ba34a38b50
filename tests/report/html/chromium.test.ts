// The HTML report as a person meets it, in headless Chromium where there is one. SCREENSHOTS=DIRECTORY keeps pictures.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Comparison, Row } from '../../../src/model/index.ts'
import { type RunPage, renderHtml, renderRunHtml } from '../../../src/report/html/comparison.ts'
import { type Nightly, rowKey } from '../../../src/report/words/night-levels.ts'
import { chromiumPath, openTab, type Tab } from '../browser.ts'
import {
  comparison,
  hostileExample,
  inconclusiveExample,
  largeExample,
  notEstablishedExample,
  regressionExample,
  storedExample,
} from '../example-comparison.ts'
import { comparedRow, normals } from '../example-rows.ts'
import { HOSTILE } from '../hostile-text.ts'

const chromium = chromiumPath()
if (chromium === null) {
  if (process.env.CI) throw new Error('the report is tested in Chromium: apt-get install chromium')
  process.stderr.write(
    'skipping tests of the report: install Chromium (apt-get install chromium) or set CHROMIUM\n',
  )
}

function nightsOf({ rows }: Comparison): Nightly {
  const levels = (name: string, level: number) =>
    normals(name, 20).map((noise, night) => (night === 5 ? null : level * (1 + 0.004 * noise)))
  const known = rows.flatMap(row =>
    row.baseline === null ? [] : [[rowKey(row), levels(row.benchmark, row.baseline)] as const],
  )
  return { machine: 'rack-2', rows: new Map(known) }
}

const page: RunPage = {
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
  notes: [],
  problems: ['1 of 4 legs left no result'],
  sections: [
    { title: 'json on rack-2', comparison: regressionExample(), nightly: nightsOf(regressionExample()) },
    { title: 'codec', comparison: storedExample() },
    { title: 'startup', comparison: inconclusiveExample() },
    { title: 'empty', comparison: notEstablishedExample('untuned') },
  ],
}

;(chromium ? describe : describe.skip)('the report in Chromium', () => {
  let tab: Tab
  const ask = <T>(expression: string): Promise<T> => tab.evaluate<T>(expression)
  const open = (html: string, hash = '') => tab.open(html, hash, 'true')
  const click = (selector: string) => ask<void>(`document.querySelector(${JSON.stringify(selector)}).click()`)
  const textOf = (selector: string) =>
    ask<string>(`document.querySelector(${JSON.stringify(selector)}).textContent`)
  const count = (selector: string) =>
    ask<number>(`document.querySelectorAll(${JSON.stringify(selector)}).length`)
  const names = (part: number) =>
    ask<string[]>(
      `[...document.querySelectorAll('table[data-table="${part}"] > tbody:not([hidden]) summary')].map(each => each.textContent)`,
    )
  const search = (part: number, words: string) =>
    ask<void>(`{ const s = document.getElementById('search-${part}'); s.value = ${JSON.stringify(words)};
      s.dispatchEvent(new Event('input')) }`)
  async function picture(name: string): Promise<void> {
    const directory = process.env.SCREENSHOTS
    if (!directory) return
    mkdirSync(directory, { recursive: true })
    await tab.screenshot(join(directory, `${name}.png`))
  }

  beforeAll(async () => {
    tab = await openTab(chromium ?? '')
  })
  afterAll(async () => {
    await tab.close()
  })

  it.each([
    ['one comparison', renderHtml(regressionExample(), { nightly: nightsOf(regressionExample()) })],
    ['several', renderRunHtml(page)],
    ['none with rows', renderHtml(notEstablishedExample('untuned'))],
    [
      'hostile names',
      renderRunHtml({ ...page, sections: HOSTILE.map(title => ({ title, comparison: hostileExample() })) }),
    ],
  ])('runs under its own policy without a complaint: %s', async (_, html) => {
    tab.problems.length = 0
    await open(html)
    expect(tab.problems).toEqual([])
    expect(await count('script')).toBe(2)
    expect(await count(':is(img, iframe, form)')).toBe(0)
    expect(await count('.controls[hidden]')).toBe(0)
  })

  it('draws charts where they can be seen, and all of them for print', async () => {
    await open(renderRunHtml(page))
    await ask("dispatchEvent(new Event('beforeprint'))")
    const rows = page.sections.flatMap(({ comparison }) => comparison.rows)
    const drawn = rows.filter(({ values }) => values.baseline.length + values.candidate.length > 0)
    expect(await count('.runs svg[role=img][aria-label]')).toBe(drawn.length)
  })

  it('shades the band of each row, which its configuration may have widened', async () => {
    const [narrow, wide] = [0.02, 0.04].map((band, i) =>
      comparedRow(`row ${i}`, 'no-change', { level: 1e6, change: 0, spread: 0.01 }, { band }),
    )
    await open(renderHtml(comparison([narrow as Row, wide as Row])))
    await ask("dispatchEvent(new Event('beforeprint'))")
    const half = (i: number) =>
      ask(
        `Number.parseFloat(document.querySelectorAll('table[data-table] tbody')[${i}].style.getPropertyValue('--half'))`,
      )
    expect(Number(await half(1)) / Number(await half(0))).toBeCloseTo(Math.log1p(0.04) / Math.log1p(0.02), 6)
  })

  it('sorts each table on its own: up, down, and back to the order of importance', async () => {
    await open(renderRunHtml(page))
    const [first, second] = [await names(1), await names(2)]
    const header = 'table[data-table="2"] th[data-key=name]'
    await click(`${header} button`)
    const ascending = await names(2)
    expect(ascending).toEqual(second.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })))
    expect(await count('[aria-sort]')).toBe(1)
    await click(`${header} button`)
    expect(await ask(`document.querySelector('${header}').getAttribute('aria-sort')`)).toBe('descending')
    expect((await names(2))[0]).toBe(ascending.at(-1))
    await click(`${header} button`)
    expect(await names(2)).toEqual(second)
    expect(await names(1)).toEqual(first)
  })

  it('filters each table on its own, by words and by verdicts, and says how many are left', async () => {
    await open(renderRunHtml(page))
    const others = [await names(2), await names(3)]
    await search(1, 'json PARSE')
    expect(await names(1)).toEqual(['json/parse large', 'json/parse large', 'json/parse small'])
    expect(await textOf('#controls-1 .count')).toBe('3 of 19 rows')
    await click('#controls-1 [data-kind="no change"]')
    expect(await textOf('#controls-1 .count')).toBe('2 of 19 rows')
    expect(await count('[aria-pressed=true]')).toBe(1)
    expect([await names(2), await names(3)]).toEqual(others)
    await ask("document.getElementById('search-1').focus()")
    await tab.key('Escape')
    expect(await textOf('#controls-1 .count')).toBe('5 of 19 rows')
  })

  it('shows the first hundred rows of a long table, and the others when asked or printed', async () => {
    await open(renderHtml(largeExample(250, 5)))
    expect((await names(1)).length).toBe(100)
    expect(await textOf('.rest button')).toBe('Show 150 more rows')
    expect(await textOf('#controls-1 .count')).toBe('250 rows')
    await search(1, 'no such row')
    expect(await count('.rest[hidden]')).toBe(1)
    await search(1, '')
    await click('.rest button')
    expect((await names(1)).length).toBe(250)
    expect(await count('.rest[hidden]')).toBe(1)
  })

  it('shows on a phone the change of every row beside its whole name', async () => {
    const phone = { width: 390, height: 900, deviceScaleFactor: 1, mobile: false }
    await tab.send('Emulation.setDeviceMetricsOverride', phone)
    const name = 'github.com/acme/rocket/internal/search:BenchmarkIndexLookup/size=1024/case-17'
    const row = comparedRow(name, 'regression', { level: 1e6, change: 0.1, spread: 0.005 })
    await open(renderHtml(comparison([row], { outcome: 'regression' })))
    const right = (selector: string) =>
      ask<number>(`document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().right`)
    expect(await right('td.change')).toBeLessThanOrEqual(390)
    expect(await right('tbody summary')).toBeLessThanOrEqual(390)
    expect(await textOf('tbody summary')).toBe(name)
    await picture('report-phone')
    // Paper is as narrow, and has room for the table with its head.
    const head = "document.querySelector('table.rows thead').checkVisibility()"
    expect(await ask(head)).toBe(false)
    await tab.send('Emulation.setEmulatedMedia', { media: 'print' })
    expect(await ask(head)).toBe(true)
    await tab.send('Emulation.setEmulatedMedia', { media: '' })
    const desk = { width: 1280, height: 900, deviceScaleFactor: 1, mobile: false }
    await tab.send('Emulation.setDeviceMetricsOverride', desk)
  })

  it('leads from the table of contents to a comparison, by keyboard', async () => {
    await open(renderRunHtml(page))
    await ask('document.querySelector(\'nav a[href="#part-3"]\').focus()')
    await tab.key('Enter')
    expect(await ask('location.hash')).toBe('#part-3')
    const top = () => ask<number>("document.getElementById('part-3').getBoundingClientRect().top")
    expect(Math.abs(await top())).toBeLessThan(900)
    expect(await count('main > section[aria-label]')).toBe(4)
  })

  it('opens a row by keyboard and shows every run and the nights before', async () => {
    await open(renderRunHtml(page))
    await ask(`document.querySelector('table[data-table="1"] tbody:has(.moved) summary').focus()`)
    await tab.key('Enter')
    const row = 'table[data-table="1"] tbody:has(details[open])'
    await tab.until(`document.querySelectorAll('${row} .order svg').length > 0`)
    expect(await count(`${row} .order svg`)).toBe(2)
    const text = await textOf(`${row} .order`)
    expect(text).toMatch(/baseline [\d. ]+ µs.*candidate [\d. ]+ µs/)
    expect(text).toMatch(/The nights before on rack-2, the oldest first.*nights [\d. ]+– /)
    expect(await ask(`getComputedStyle(document.querySelector('${row} .unfolded')).display`)).toBe(
      'table-row',
    )
    await picture('report-row')
    await click('table[data-table="2"] summary')
    const other = 'table[data-table="2"] tbody:has(details[open]) .order svg'
    await tab.until(`document.querySelectorAll('${other}').length > 0`)
    expect(await count(other)).toBe(1)
  })

  it('is readable in the dark and on a narrow screen', async () => {
    const background = () => ask<string>('getComputedStyle(document.body).backgroundColor')
    const media = (value: string) =>
      tab.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })
    await media('light')
    await open(renderRunHtml(page))
    const light = await background()
    await picture('report-run-light')
    await media('dark')
    await open(renderRunHtml(page))
    expect(await background()).not.toBe(light)
    await picture('report-run-dark')
    await media('light')
    const narrow = { width: 420, height: 900, deviceScaleFactor: 1, mobile: false }
    await tab.send('Emulation.setDeviceMetricsOverride', narrow)
    await open(renderRunHtml(page))
    // Only the tables scroll sideways.
    expect(await ask<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(420)
    await picture('report-run-narrow')
  })

  it('has one heading of the first level and no label that leads nowhere', async () => {
    await open(renderRunHtml(page))
    expect(await count('h1')).toBe(1)
    expect(await ask(`[...document.querySelectorAll('label')].every(label => label.control)`)).toBe(true)
    const ids = await ask<string[]>(`[...document.querySelectorAll('[id]')].map(each => each.id)`)
    expect(new Set(ids).size).toBe(ids.length)
    const { nodes } = (await tab.send('Accessibility.getFullAXTree')) as {
      nodes: { role?: { value: string }; name?: { value: string } }[]
    }
    const named = (role: string) =>
      nodes.filter(node => node.role?.value === role).map(node => node.name?.value ?? '')
    expect(named('region')).toEqual(expect.arrayContaining(['codec', 'Results of codec']))
    expect(named('searchbox')).toHaveLength(3)
    expect(named('navigation')).toEqual(['4 comparisons'])
    expect(named('searchbox').every(name => name !== '')).toBe(true)
  })
})
