import { createHash } from 'node:crypto'
import { Script } from 'node:vm'
import { describe, expect, it } from '@jest/globals'
import type { Comparison, Row } from '../../../src/model/index.ts'
import { type RunPage, renderHtml, renderRunHtml } from '../../../src/report/html/comparison.ts'
import { rowKey } from '../../../src/report/words/night-levels.ts'
import {
  comparison,
  hostileExample,
  largeExample,
  notEstablishedExample,
  regressionExample,
  storedExample,
  unchangedExample,
} from '../example-comparison.ts'
import { comparedRow } from '../example-rows.ts'
import { HOSTILE } from '../hostile-text.ts'

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start)
  expect(from).toBeGreaterThanOrEqual(0)
  return text.slice(from + start.length, text.indexOf(end, from + start.length))
}

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const policyOf = (html: string): string => between(html, 'Content-Security-Policy" content="', '"')
const scriptOf = (html: string): string => between(html, '<script>', '</script>')
type PartData = {
  rows: { b: number[]; c: number[]; n?: number[]; w: number }[]
  limit: number
  machine?: string
}
const partsOf = (html: string): PartData[] =>
  JSON.parse(between(html, '<script type="application/json" id="data">', '</script>')).tables
const dataOf = (html: string): PartData => partsOf(html)[0] as PartData
/** The document without its style, scripts and data: what users and files could have put markup into. */
const markupOf = (html: string): string =>
  html.replace(/<style>.*?<\/style>/s, '').replace(/<script[^>]*>.*?<\/script>/gs, '')

/** Every element closed in the order in which it was opened. */
function expectNested(html: string): void {
  const open: string[] = []
  for (const [, slash, name = ''] of markupOf(html).matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/gi)) {
    if (['meta', 'input', 'wbr'].includes(name)) continue
    if (slash === '') open.push(name)
    else expect(open.pop()).toBe(name)
  }
  expect(open).toEqual([])
}

const EXAMPLES: [string, Comparison][] = [
  ['a regression', regressionExample()],
  ['a stored baseline', storedExample()],
  ['hostile text', hostileExample()],
  ['no rows', notEstablishedExample('untuned')],
  ['no baseline', notEstablishedExample('no-baseline')],
]

describe.each(EXAMPLES)('renderHtml for %s', (_, example) => {
  const html = renderHtml(example, { title: '"><script>alert(1)</script>', reproduce: '</pre><img src=x>' })

  it('allows exactly its own style and script to run', () => {
    const style = between(html, '<style>', '</style>')
    expect(policyOf(html)).toBe(
      `default-src 'none'; style-src ${hash(style)}; script-src ${hash(scriptOf(html))}; ` +
        "base-uri 'none'; form-action 'none'",
    )
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<style>'))
  })

  it('has no style attribute, no handler and no address, which the policy would block anyway', () => {
    const tags = markupOf(html).match(/<[^>]*>/g) ?? []
    expect(tags.filter(tag => /\s(?:style|on\w+|src|href|action)\s*=/i.test(tag))).toEqual([])
    // The name of a format, in a file that is saved.
    const script = scriptOf(html).replace('https://www.speedscope.app/file-format-schema.json', '')
    expect(script).not.toMatch(/https?:|\bfetch\b|\beval\b|import\b/)
  })

  it('contains only the elements that it is made of, each closed in order', () => {
    expectNested(html)
    expect(markupOf(html)).not.toMatch(/<(?:script|img|iframe|a|form|link|object|base)\b/i)
    expect(html.match(/<script/g)).toHaveLength(2)
  })

  it('embeds data that parses and cannot leave its element', () => {
    const json = between(html, 'id="data">', '</script>')
    expect(json).not.toMatch(/[<>&\u2028\u2029]/)
    expect(dataOf(html).rows).toHaveLength(example.rows.length)
  })
})

describe('renderHtml', () => {
  it('has a script that parses', () => {
    expect(() => new Script(scriptOf(renderHtml(regressionExample())))).not.toThrow()
  })

  it('shows without its script every name, change, interval and note', () => {
    const markup = markupOf(renderHtml(regressionExample())).replaceAll('<wbr>', '')
    for (const text of [
      'json/stringify large',
      '+12.1 %',
      '[+10.9 %, +13.3 %]',
      'exit code 139',
      '&lt; 0.0001',
    ]) {
      expect(markup).toContain(text)
    }
    expect(markup).toContain('<noscript>')
  })

  it('lets no control or invisible character through', () => {
    const text = renderHtml(hostileExample()).replaceAll('\n', '')
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
  })

  it('sorts by buttons in header cells and tells how many rows are shown', () => {
    const html = renderHtml(regressionExample())
    const headers = html.match(/<th scope="col" data-key="\w+"[^>]*><button type="button">/g)
    expect(headers).toHaveLength(6)
    expect(html).toContain('<p class="count" role="status" data-all="19 rows">19 rows</p>')
    expect(html).toContain('<label for="search-1"')
    expect(html.match(/aria-pressed="false"/g)).toHaveLength(10)
  })

  it('marks what differs between the machines', () => {
    const html = renderHtml(storedExample())
    expect(html).toContain('Machine: 1 difference')
    expect(html.match(/class="differs"/g)).toHaveLength(1)
    expect(renderHtml(unchangedExample())).toContain('Machine: the same on both sides')
    expect(renderHtml(notEstablishedExample('no-baseline'))).toContain('<summary>Machine</summary>')
  })

  it('shows facts that are called as what every object has', () => {
    const example = storedExample()
    const { testbed } = example.candidate
    if (testbed === null) throw new Error('the example has no testbed')
    const facts = { ...testbed.facts, constructor: 'gcc', toString: 'x' }
    const html = renderHtml({
      ...example,
      candidate: { ...example.candidate, testbed: { ...testbed, facts } },
    })
    expect(html).toContain('<th scope="row">constructor</th><td>–</td><td>gcc</td>')
    expect(html).toContain('Machine: 3 differences')
  })

  it('shows one noisy row without squeezing the others', () => {
    const { rows } = unchangedExample()
    const measured = { level: 1e6, change: 0, spread: 0.01 }
    const noisy = comparedRow('noisy', 'inconclusive', measured, { interval: [0.01, 100] })
    const { limit, rows: shown } = dataOf(renderHtml(comparison([...rows, noisy])))
    for (const { w: band } of shown) expect(limit / band).toBeLessThan(4)
  })

  it('holds 1,000 rows with 20 runs a side in less than 3 MB', () => {
    const html = renderHtml(largeExample(1000, 20))
    expect(Buffer.byteLength(html)).toBeLessThan(3e6)
    expect(dataOf(html).rows.every(row => row.b.length === 20 && row.c.length === 20)).toBe(true)
  })

  it('gives the script the nights of the rows that have any', () => {
    const example = regressionExample()
    const row = example.rows.find(each => each.benchmark === 'startup')
    const rows = new Map([[rowKey(row as Row), [1, null, 2.00000001]]])
    const { rows: data, machine } = dataOf(
      renderHtml(example, { nightly: { machine: 'rack\u202e-2', rows } }),
    )
    expect(data.flatMap(({ n }) => (n ? [n] : []))).toEqual([[1, null, 2]])
    expect(machine).not.toContain('\u202e')
  })
})

describe('renderRunHtml', () => {
  const page: RunPage = {
    title: 'all <suites>',
    outcome: 'regression',
    answer: {
      symbol: '✗',
      glyph: '🔴',
      title: '`parse` is 5.1 % slower',
      effect: 'This fails the check.',
      advice: 'Make it faster.',
      also: '',
    },
    notes: ['Self-reported & more.'],
    problems: ['<b>1 of 4</b> legs left no result'],
    sections: [
      { title: 'json "quoted" on rack-2', comparison: regressionExample() },
      { title: 'codec', comparison: storedExample() },
      { title: 'nothing', comparison: notEstablishedExample('no-baseline') },
    ],
  }
  const html = renderRunHtml(page)

  it('has every comparison in a block of its own, with a table of contents that leads there', () => {
    expect(partsOf(html).map(({ rows }) => rows.length)).toEqual(
      page.sections.map(section => section.comparison.rows.length),
    )
    const links = [...html.matchAll(/<a href="#([\w-]+)"><bdi>(.*?)<\/bdi>/g)].map(([, to, name]) => [
      to,
      name,
    ])
    expect(links).toEqual([
      ['part-1', 'json &quot;quoted&quot; on rack-2'],
      ['part-2', 'codec'],
      ['part-3', 'nothing'],
    ])
    for (const [to] of links) expect(html).toContain(`<section class="part" id="${to}"`)
    expect(html).toContain('&lt;b&gt;1 of 4&lt;/b&gt; legs left no result')
    expect(html).toContain('all &lt;suites&gt;')
  })

  it('has no id twice, one heading of the first level, and nothing that its policy would block', () => {
    const ids = [...markupOf(html).matchAll(/\sid="([^"]*)"/g)].map(match => match[1])
    expect(new Set(ids).size).toBe(ids.length)
    expect(html.match(/<h1>/g)).toHaveLength(1)
    expect(html.match(/<h2>How to read this/g)).toHaveLength(1)
    expectNested(html)
    const tags = markupOf(html).match(/<[^>]*>/g) ?? []
    expect(tags.filter(tag => /\s(?:style|on\w+|src|action)\s*=|href="[^#]/i.test(tag))).toEqual([])
    const style = between(html, '<style>', '</style>')
    expect(policyOf(html)).toContain(`style-src ${hash(style)}; script-src ${hash(scriptOf(html))}`)
    expect(() => new Script(scriptOf(html))).not.toThrow()
  })

  it('refers with every label to something on the page', () => {
    for (const [, id] of html.matchAll(/(?:for|aria-labelledby)="([^"]+)"/g))
      expect(html).toContain(` id="${id}"`)
  })

  it('lets no long word of a name push the columns out of sight', () => {
    const comparison = regressionExample()
    const rows = comparison.rows.map((row, i) => (i === 0 ? { ...row, benchmark: 'x'.repeat(100) } : row))
    const markup = markupOf(renderHtml({ ...comparison, rows }))
    expect(markup).toContain(`<bdi>${['x'.repeat(40), 'x'.repeat(40), 'x'.repeat(20)].join('<wbr>')}</bdi>`)
  })

  it('lets no hostile name do anything', () => {
    // Hostile rows in one section; the others are about their titles.
    const sections = HOSTILE.map((title, i) => ({
      title,
      comparison: i === 0 ? hostileExample() : notEstablishedExample('no-baseline'),
    }))
    const hostile = renderRunHtml({
      ...page,
      sections,
      title: HOSTILE.join(''),
      problems: HOSTILE,
      notes: HOSTILE,
    })
    expectNested(hostile)
    expect(markupOf(hostile)).not.toMatch(/<(?:script|img|iframe|form|link|object|base)\b/i)
    expect(hostile.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
  })
})
