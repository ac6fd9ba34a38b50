import { describe, expect, it } from '@jest/globals'
import type { Comparison, NotEstablished, Policy } from '../../../../src/model/index.ts'
import { headline } from '../../../../src/report/words/headline/headline.ts'
import {
  comparison,
  hostileExample,
  inconclusiveExample,
  notEstablishedExample,
  regressionExample,
  storedExample,
  unchangedExample,
} from '../../example-comparison.ts'
import { bareRow, comparedRow } from '../../example-rows.ts'
import { expectGolden } from '../../golden.ts'

const REASONS: NotEstablished[] = [
  'no-baseline',
  'new-suite',
  'baseline-unreadable',
  'nothing-compared',
  'benchmarks-missing',
  'testbed-changed',
  'scattered',
  'inconclusive',
  'untuned',
]
const measured = { level: 1e6, change: 0.05, spread: 0.01 }
const worse = comparedRow('slow', 'regression', measured)
const inconclusive = comparedRow('noisy', 'inconclusive', measured)

const under = (policy: Partial<Policy>, compared: Comparison): Comparison => ({
  ...compared,
  policy: { ...compared.policy, ...policy },
})

describe('the headline as a sentence', () => {
  it('leaves out what all long names begin with', () => {
    const start = 'github.com/acme/rocket/internal/search:BenchmarkIndexLookup/'
    const row = (end: string, change: number) =>
      comparedRow(`${start}${end}`, change > 0 ? 'regression' : 'no-change', {
        level: 1e6,
        change,
        spread: 0.005,
      })
    const { title } = headline(comparison([row('first', 0.05), row('second', 0)], { outcome: 'regression' }))
    expect(title).toBe('1 of 2 benchmarks regressed: first +5.0 %')
  })

  it('says for every outcome what happened and what to do next', () => {
    const cases: [string, Comparison][] = [
      ['regression', regressionExample()],
      ['one regression', comparison([worse], { outcome: 'regression' })],
      ['improvements', storedExample()],
      ['no change', unchangedExample()],
      ['no change and inconclusive', comparison([...unchangedExample().rows, inconclusive])],
      ['all inconclusive', inconclusiveExample()],
      ['one inconclusive', comparison([inconclusive])],
      [
        'pass beside a failure',
        comparison([...unchangedExample().rows, bareRow('x', 'failed', { fails: false })]),
      ],
      ...REASONS.map((reason): [string, Comparison] => [reason, notEstablishedExample(reason)]),
      ['hostile', hostileExample()],
      ['regression, fail-on never', under({ failOn: 'never' }, regressionExample())],
      ['regression in shadow mode', under({ shadow: true }, regressionExample())],
      [
        'benchmarks-missing, fail-on regression',
        under({ failOn: 'regression' }, notEstablishedExample('benchmarks-missing')),
      ],
    ]
    const lines = cases.map(([name, each]) => {
      const { symbol, title, advice } = headline(each)
      return `${name}\n    ${symbol} ${title}; ${advice}.\n`
    })
    expectGolden('headlines.txt', lines.join('\n'))
  })

  it('names the three worst gating rows and counts the others', () => {
    const rows = [1.04, 1.09, 1.02, 1.3, 1.05].map(ratio => bareRow(`b${ratio}`, 'regression', { ratio }))
    const shown = bareRow('memory', 'regression', { ratio: 4, gates: false })
    const { title } = headline(comparison([...rows, shown], { outcome: 'regression' }))
    expect(title).toBe('All 5 benchmarks regressed: b1.3 +30.0 %, b1.09 +9.0 %, b1.05 +5.0 % and 2 more')
  })

  it('speaks of the band of the rows, not of the default', () => {
    const wide = comparedRow('wide', 'no-change', measured, { band: 0.1 })
    expect(headline(comparison([wide])).title).toBe('No change: the only benchmark stayed within ±10 %')
    const both = comparison([wide, comparedRow('narrow', 'no-change', measured)])
    expect(headline(both).title).toBe('No change: both benchmarks stayed within their bands')
    const open = comparedRow('open', 'inconclusive', measured, { band: 0.1, runsNeeded: 58 })
    expect(headline(comparison([open])).advice).toBe(
      'to see a change of 10 % in it, measure about 58 runs per side',
    )
  })

  it('says what to correct where no budget could be checked or no row gates', () => {
    const budget = { benchmark: 'htpp', metric: 'p99', unit: 'ns', atMost: true, limit: 5e6 }
    const unknown = {
      ...budget,
      value: null,
      interval: null,
      verdict: 'unknown' as const,
      reason: 'no such name',
    }
    const lost = { outcome: 'not-established' as const, reason: 'benchmarks-missing' as const }
    const same = comparedRow('same', 'no-change', measured)
    expect(headline(comparison([same], { ...lost, budgets: [unknown] })).title).toBe(
      'Not established: 1 budget could not be checked: htpp',
    )
    const ungated = comparison([{ ...same, gates: false }], { ...lost, reason: 'nothing-compared' })
    expect(headline(ungated).advice).toMatch(/gate: true/)
  })

  it('names the metric where a benchmark has several that gate', () => {
    const rows = ['time', 'size'].map(metric => bareRow('a', 'regression', { ratio: 1.1, metric }))
    const { title } = headline(comparison(rows, { outcome: 'regression' }))
    expect(title).toBe('Both results regressed: a (size) +10.0 %, a (time) +10.0 %')
  })

  it('does not promise a number of runs when one row has none', () => {
    const endless = { ...inconclusive, benchmark: 'b', runsNeeded: null }
    expect(headline(comparison([inconclusive, endless])).advice).toBe(
      'measure more runs or on a quieter machine',
    )
  })

  it('says so when something grew from nothing', () => {
    const row = bareRow('allocations', 'regression', { baseline: 0, candidate: 5 })
    expect(headline(comparison([row], { outcome: 'regression' })).title).toBe(
      'The only benchmark regressed: allocations from 0',
    )
  })

  it('never shows a tick when nothing was decided', () => {
    const accepted = comparison([bareRow('gone', 'removed', { fails: false })])
    for (const each of [
      inconclusiveExample(),
      comparison([]),
      accepted,
      notEstablishedExample('no-baseline'),
    ]) {
      expect(headline(each).symbol).toBe('?')
    }
    expect(headline(accepted).title).toBe('Nothing was compared: 1 benchmark is missing, which is accepted')
  })

  it('shows a cross for everything that fails, and counts what is missing beside what is worse', () => {
    for (const reason of REASONS.filter(each => !['no-baseline', 'new-suite'].includes(each))) {
      expect(headline(notEstablishedExample(reason)).symbol).toBe('✗')
    }
    const both = comparison([worse, bareRow('gone', 'removed')], { outcome: 'regression' })
    expect(headline(both).title).toMatch(/^The only benchmark regressed: slow .*; 1 is missing: gone$/)
  })

  it('names a crash before regressions, and counts what else failed', () => {
    const rows = [
      worse,
      bareRow('gone', 'removed'),
      bareRow('boom', 'failed'),
      bareRow('odd', 'not-comparable'),
    ]
    expect(headline(comparison(rows, { outcome: 'regression' })).title).toBe(
      '1 benchmark crashed: boom; 1 of 1 regressed: slow +5.0 %; 1 is missing: gone; 1 could not be compared: odd',
    )
  })

  it('says that most rows are inconclusive, also where one is missing', () => {
    const open = Array.from({ length: 108 }, (_, i) => bareRow(`open ${i}`, 'inconclusive', { ratio: 1.01 }))
    const same = Array.from({ length: 22 }, (_, i) => bareRow(`same ${i}`, 'no-change', { ratio: 1 }))
    const lost = { outcome: 'not-established' as const, reason: 'benchmarks-missing' as const }
    expect(headline(comparison([...open, ...same, bareRow('gone', 'removed')], lost)).title).toBe(
      'Not established: 1 benchmark is missing: gone; 108 of 130 are inconclusive',
    )
    expect(headline(comparison([...open, ...same, worse], { outcome: 'regression' })).title).toBe(
      '1 of 131 benchmarks regressed: slow +5.0 %; 108 of 131 are inconclusive',
    )
  })

  it('writes each name as it is asked to, and nothing else', () => {
    const budget = {
      benchmark: 'p|q',
      metric: 'm',
      unit: '',
      atMost: true,
      limit: 1,
      value: 2,
      interval: null,
    }
    const over = { ...budget, verdict: 'over' as const, reason: null }
    const cases = [
      regressionExample(),
      notEstablishedExample('benchmarks-missing'),
      storedExample(),
      comparison([], { outcome: 'regression', budgets: [over] }),
      comparison([], {
        outcome: 'not-established',
        reason: 'benchmarks-missing',
        budgets: [{ ...over, verdict: 'unknown' as const }],
      }),
    ]
    for (const each of cases) {
      const names = [...each.rows, ...each.budgets].map(({ benchmark }) => benchmark)
      const written: string[] = []
      const { title } = headline(each, name => {
        written.push(name)
        return '■'
      })
      expect(written.length).toBeGreaterThan(0)
      expect(names).toEqual(expect.arrayContaining(written))
      expect(title).not.toMatch(/[|/]|\bgone\b/)
    }
  })

  it('keeps a hostile name short and visible', () => {
    const name = `\u202e${'x'.repeat(5000)}`
    const { title } = headline(comparison([{ ...worse, benchmark: name }], { outcome: 'regression' }))
    expect(title.length).toBeLessThan(120)
    expect(title).toContain('\\u{202e}xxx')
  })
})
