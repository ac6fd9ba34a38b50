import { describe, expect, it } from '@jest/globals'
import type { Row } from '../../../src/model/index.ts'
import { renderText } from '../../../src/report/text/comparison.ts'
import { displayWidth } from '../../../src/report/words/visible-text.ts'
import {
  comparison,
  hostileExample,
  inconclusiveExample,
  notEstablishedExample,
  regressionExample,
  storedExample,
} from '../example-comparison.ts'
import { bareRow, comparedRow } from '../example-rows.ts'
import { expectGolden } from '../golden.ts'
import { HOSTILE } from '../hostile-text.ts'

const plain = { colour: false }

describe('renderText', () => {
  it('shows what moved or is missing, counts the rest, and ends with the headline', () => {
    expectGolden('regression.txt', renderText(regressionExample(), { colour: false, width: 132 }))
  })

  it('shows every row with --all; in a narrow window p goes first, then the values, never the interval', () => {
    const options = { colour: false, width: 80, all: true }
    expectGolden('regression-80-columns.txt', renderText(regressionExample(), options))
  })

  it('shows a stored baseline with its sessions and machine', () => {
    expectGolden('stored.txt', renderText(storedExample(), plain))
  })

  it('says what inconclusive rows could have shown', () => {
    expectGolden('inconclusive.txt', renderText(inconclusiveExample(), plain))
  })

  it('says why nothing was established', () => {
    expectGolden('testbed-changed.txt', renderText(notEstablishedExample('testbed-changed'), plain))
  })

  it('makes hostile names harmless and visible', () => {
    expectGolden('hostile.txt', renderText(hostileExample(), plain))
  })

  it('lets no control or invisible character through', () => {
    const text = renderText(hostileExample(), plain)
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
  })

  it('starts no line with text of a user that could pass for its own', () => {
    const lines = renderText(hostileExample(), plain).split('\n')
    expect(lines.filter(line => line.startsWith('# heading') || line.startsWith('- item'))).toEqual([])
    expect(HOSTILE.some(text => text.includes('\n# heading'))).toBe(true)
  })

  it('writes colours only when asked to, and the same text', () => {
    const coloured = renderText(regressionExample(), { colour: true })
    const escapes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')
    expect(coloured.match(escapes)?.length).toBeGreaterThan(20)
    expect(coloured.replace(escapes, '')).toBe(renderText(regressionExample(), plain))
  })

  it('keeps the figures within the window down to 80 columns, and every name whole', () => {
    const rows = regressionExample().rows
    for (const width of [80, 100, 120, 200]) {
      const text = renderText(regressionExample(), { colour: false, width, all: true })
      const lines = text.split('\n')
      for (const line of lines.slice(0, lines.indexOf('')).filter(each => each.includes(' %')))
        if (!line.startsWith('    ')) expect(displayWidth(line)).toBeLessThanOrEqual(width)
      for (const { benchmark } of rows) expect(text).toContain(benchmark)
    }
  })

  it('shows a suite of two hundred rows on one screen', () => {
    const many = Array.from({ length: 220 }, (_, i) =>
      comparedRow(`BenchmarkRoute/case-${i}`, 'no-change', { level: 1e6, change: 0, spread: 0.005 }),
    )
    const moved = Array.from({ length: 4 }, (_, i) =>
      comparedRow(`BenchmarkRoute/moved-${i}`, 'improvement', { level: 1e6, change: -0.2, spread: 0.005 }),
    )
    const text = renderText(comparison([...many, ...moved]), plain)
    expect(text.split('\n').length).toBeLessThanOrEqual(24)
    expect(text).toContain('220 other rows: 220 no change (--all shows them)')
    expect(text).toMatch(/^1\.2\d × faster \(geometric mean of 4 that changed\)$/m)
    const endless = { ...(moved[0] as Row), ratio: Number.POSITIVE_INFINITY }
    expect(renderText(comparison([...moved, endless]), plain)).toMatch(
      /\(geometric mean of 4 of 5 that changed\)/,
    )
    expect(
      renderText(comparison([...many, ...moved]), { colour: false, all: true }).split('\n').length,
    ).toBeGreaterThan(224)
  })

  it('shows rows that fail since they are inconclusive, however many others there are', () => {
    const steady = Array.from({ length: 20 }, (_, i) => bareRow(`steady ${i}`, 'no-change'))
    const failing = bareRow('noisy', 'inconclusive', { fails: true })
    const text = renderText(comparison([...steady, failing, bareRow('dull', 'inconclusive')]), {
      colour: false,
    })
    expect(text).toMatch(/^noisy .* inconclusive$/m)
    expect(text).toContain('21 other rows: 1 inconclusive, 20 no change (--all shows them)')
  })

  it('gives the geometric means of many metrics with --all only, and counts them else', () => {
    const of = (name: string, metric: string) => ({
      ...comparedRow(name, 'no-change', { level: 1e6, change: 0, spread: 0.005 }),
      metric,
    })
    const rows = Array.from({ length: 9 }, (_, i) => [of('a', `m${i}`), of('b', `m${i}`)]).flat()
    const linesOf = (all: boolean) =>
      renderText(comparison(rows), { colour: false, all }).match(/^geomean of .*$/gm) ?? []
    expect(linesOf(true)).toHaveLength(9)
    expect(linesOf(false)).toHaveLength(7)
    expect(linesOf(false).at(-1)).toBe('geomean of 3 more metrics (--all shows them)')
  })

  it('takes the common start of the names off, once', () => {
    const row = (name: string) => comparedRow(name, 'no-change', { level: 1e6, change: 0, spread: 0.005 })
    const text = renderText(
      comparison([row('example.com/hash:Sum/4'), row('example.com/hash:Sum/64')]),
      plain,
    )
    expect(text).toMatch(/^All names begin with example\.com\/hash:Sum\/\n\n/)
    expect(text).toMatch(/^4 +1\.0/m)
    expect(text.split('example.com').length).toBe(2)
  })

  it('leaves the name of the only benchmark to its metrics', () => {
    const only = comparedRow('run all', 'no-change', { level: 1e6, change: 0, spread: 0.005 })
    const text = renderText(comparison([only, { ...only, metric: 'user-time' }]), plain)
    expect(text).not.toContain('All names begin')
    expect(text).toMatch(/^run all · user-time +1\.0/m)
  })

  it('gives names that do not fit a line of their own, so that no two look alike', () => {
    const long = (end: string) =>
      comparedRow(`${'parameter=1024,'.repeat(5)}${end}`, 'no-change', {
        level: 1e6,
        change: 0,
        spread: 0.005,
      })
    const rows = [long('first,a'), long('second,a')]
    const short = comparedRow('short', 'no-change', { level: 1e6, change: 0, spread: 0.005 })
    const lines = renderText(comparison([...rows, short]), { colour: false, width: 80 }).split('\n')
    for (const { benchmark } of rows) expect(lines).toContain(benchmark)
  })

  it('says a note that several rows share once', () => {
    const warnings = [{ code: 'short', message: 'a run takes less than the clock can show' }]
    const rows = ['a', 'b', 'c'].map(name =>
      comparedRow(name, 'no-change', { level: 1e6, change: 0, spread: 0.005 }, { warnings }),
    )
    const text = renderText(comparison(rows), plain)
    expect(text.split('a run takes less').length).toBe(2)
    expect(text.match(/no change \[1\]$/gm)).toHaveLength(3)
  })

  it('survives a comparison without rows', () => {
    const text = renderText(comparison([], { outcome: 'not-established', reason: 'nothing-compared' }), plain)
    expect(text).toMatch(/^baseline {3}4f1c2d9be0 on main/)
  })
})
