import { createHash } from 'node:crypto'
import { Script } from 'node:vm'
import { describe, expect, it } from '@jest/globals'
import type { Comparison } from '../../src/model.ts'
import { renderHtml } from '../../src/report/html.ts'
import { byteLength } from '../../src/report/markdown-fit.ts'
import {
  comparison,
  hostileExample,
  largeExample,
  notEstablishedExample,
  regressionExample,
  storedExample,
  unchangedExample,
} from './example-comparison.ts'
import { comparedRow } from './example-rows.ts'

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start)
  expect(from).toBeGreaterThanOrEqual(0)
  return text.slice(from + start.length, text.indexOf(end, from + start.length))
}

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const policyOf = (html: string): string => between(html, 'Content-Security-Policy" content="', '"')
const scriptOf = (html: string): string => between(html, '<script>', '</script>')
const dataOf = (html: string): { rows: { b: number[]; c: number[] }[]; limit: number; band: number } =>
  JSON.parse(between(html, '<script type="application/json" id="data">', '</script>'))
/** The document without its style, scripts and data: what users and files could have put markup into. */
const markupOf = (html: string): string =>
  html.replace(/<style>.*?<\/style>/s, '').replace(/<script[^>]*>.*?<\/script>/gs, '')

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
    expect(scriptOf(html)).not.toMatch(/https?:|\bfetch\b|\beval\b|import\b/)
  })

  it('contains only the elements that it is made of, each closed in order', () => {
    const open: string[] = []
    for (const [, slash, name = ''] of markupOf(html).matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/gi)) {
      if (['meta', 'input'].includes(name)) continue
      if (slash === '') open.push(name)
      else expect(open.pop()).toBe(name)
    }
    expect(open).toEqual([])
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
    const markup = markupOf(renderHtml(regressionExample()))
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
    expect(html).toContain('<p id="count" role="status" data-all="19 rows">19 rows</p>')
    expect(html).toContain('<label for="search"')
    expect(html.match(/aria-pressed="false"/g)).toHaveLength(10)
  })

  it('marks what differs between the machines', () => {
    const html = renderHtml(storedExample())
    expect(html).toContain('Machine: 1 difference')
    expect(html.match(/class="differs"/g)).toHaveLength(1)
    expect(renderHtml(unchangedExample())).toContain('Machine: the same on both sides')
    expect(renderHtml(notEstablishedExample('no-baseline'))).toContain('<summary>Machine</summary>')
  })

  it('shows one noisy row without squeezing the others', () => {
    const { rows } = unchangedExample()
    const measured = { level: 1e6, change: 0, spread: 0.01 }
    const noisy = comparedRow('noisy', 'inconclusive', measured, { interval: [0.01, 100] })
    const { limit, band } = dataOf(renderHtml(comparison([...rows, noisy])))
    expect(limit / band).toBeLessThan(4)
  })

  it('holds 1,000 rows with 20 runs a side in less than 3 MB', () => {
    const html = renderHtml(largeExample(1000, 20))
    expect(byteLength(html)).toBeLessThan(3e6)
    expect(dataOf(html).rows.every(row => row.b.length === 20 && row.c.length === 20)).toBe(true)
  })
})
