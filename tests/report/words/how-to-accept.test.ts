import { describe, expect, it } from '@jest/globals'
import { matchesPattern } from '../../../src/compare/sides/row-settings.ts'
import { parseConfig } from '../../../src/policy/config-file.ts'
import { acceptanceLines, waivableRows } from '../../../src/report/words/how-to-accept.ts'
import { comparison } from '../example-comparison.ts'
import { bareRow } from '../example-rows.ts'
import { HOSTILE } from '../hostile-text.ts'

const linesOf = (...rows: ReturnType<typeof bareRow>[]) => acceptanceLines(comparison(rows))

describe('the lines that accept what is missing', () => {
  it('are configuration that names exactly what is missing, whatever its name', () => {
    const names = ["it's", 'a: b', '*', 'copy<char*>', 'copy<char16_t*>', 'dir\\*', 'true', ...HOSTILE].slice(
      0,
      10,
    )
    const lines = linesOf(...names.map(name => bareRow(name, 'removed')))
    const { waivers } = parseConfig(lines.join('\n'), 'the report')
    for (const [i, { benchmark }] of waivers.entries())
      expect(names.filter(name => matchesPattern(benchmark, name.toWellFormed()))).toEqual([names[i]])
    expect(waivers).toHaveLength(names.length)
    expect(waivers[0]).toMatchObject({ missing: true, ceiling: null, expires: '2026-12-20' })
    expect(lines.join('')).not.toMatch(/[\u202a-\u202e\u200b]/)
  })

  it('name the metric where other rows of the benchmark were compared, and each benchmark once', () => {
    const lines = linesOf(
      bareRow('a', 'removed', { metric: 'time' }),
      bareRow('a', 'no-change', { metric: 'size' }),
      bareRow('b', 'failed', { metric: 'time' }),
      bareRow('b', 'failed', { metric: '' }),
    )
    expect(lines.slice(1).map(line => line.replace(/, missing.*/, ''))).toEqual([
      "  - { benchmark: 'a', metric: 'time'",
      "  - { benchmark: 'b'",
    ])
  })

  it('offer no new name to a benchmark that kept its own, but lost a metric', () => {
    const rows = [bareRow('a', 'removed', { metric: 'time' }), bareRow('a', 'new', { metric: 'rate' })]
    expect(linesOf(...rows).join('\n')).not.toMatch(/renamed/)
  })

  it('offer a new name where there is a new benchmark, and leave the choice where there are several', () => {
    const [gone, other] = [bareRow('gone', 'removed'), bareRow('other', 'new')]
    const only = parseConfig(linesOf(gone, other).join('\n'), 'the report')
    expect(only.renamed).toEqual([{ from: 'gone', to: 'other' }])
    expect(linesOf(gone, other, bareRow('third', 'new')).at(-1)).toBe(
      "  - { from: 'gone', to: ITS NEW NAME }",
    )
    expect(linesOf(gone)).toHaveLength(2)
  })

  it('are ten at most, and none where everything is there or accepted', () => {
    const many = Array.from({ length: 500 }, (_, i) => bareRow(`b${i}`, 'removed'))
    expect(linesOf(...many).slice(-1)).toEqual(['  # and 490 more'])
    expect(linesOf(bareRow('a', 'removed', { fails: false }), bareRow('b', 'regression'))).toEqual([])
  })
})

describe('the lines that accept a regression', () => {
  const linesFor = (...rows: ReturnType<typeof bareRow>[]) => {
    const all = comparison(rows, { outcome: 'regression' })
    return acceptanceLines(all, waivableRows(rows))
  }

  it('have a ceiling above the change, also of a throughput', () => {
    const rows = [
      bareRow('slow', 'regression', { ratio: 1.0512 }),
      bareRow('exact', 'regression', { ratio: 1.5 }),
      bareRow('rate', 'regression', { ratio: 0.905, better: 'higher' }),
    ]
    const { waivers } = parseConfig(linesFor(...rows).join('\n'), 'the report')
    expect(waivers.map(({ benchmark, ceiling }) => [benchmark, ceiling])).toEqual([
      ['slow', 0.06],
      ['exact', 0.51],
      ['rate', 0.1],
    ])
  })

  it('are none where no waiver can be as large, and name the metrics where they differ', () => {
    expect(linesFor(bareRow('a', 'regression', { ratio: 2.4 }))).toEqual([])
    expect(linesFor(bareRow('a', 'regression', { baseline: 0, candidate: 5 }))).toEqual([])
    const two = ['time', 'size'].map((metric, i) =>
      bareRow('a', 'regression', { ratio: 1.1 + i / 10, metric }),
    )
    expect(linesFor(...two).slice(1)).toEqual([
      expect.stringMatching(/benchmark: 'a', metric: 'time', ceiling: 1\d%/),
      expect.stringMatching(/benchmark: 'a', metric: 'size', ceiling: 2\d%/),
    ])
  })
})
