import { describe, expect, it } from '@jest/globals'
import type { Comparison, NotEstablished, Policy } from '../../../../src/model/index.ts'
import { answer } from '../../../../src/report/words/answer/answer.ts'
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

describe('the answer', () => {
  it('leaves out what all long names begin with', () => {
    const start = 'github.com/acme/rocket/internal/search:BenchmarkIndexLookup/'
    const row = (end: string, change: number) =>
      comparedRow(`${start}${end}`, change > 0 ? 'regression' : 'no-change', {
        level: 1e6,
        change,
        spread: 0.005,
      })
    const { title } = answer(comparison([row('first', 0.05), row('second', 0)], { outcome: 'regression' }))
    expect(title).toBe('first is 5.0 % slower · 1 unchanged')
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
      const { symbol, glyph, title, effect, advice } = answer(each)
      const lines = [`${symbol} ${glyph} ${title}`, [effect, advice].filter(Boolean).join(' ')].filter(
        Boolean,
      )
      return `${name}\n${lines.map(line => `    ${line}\n`).join('')}`
    })
    expectGolden('answers.txt', lines.join('\n'))
  })

  it('says how many gating rows got worse, and by how much the worst of them', () => {
    const rows = [1.04, 1.09, 1.02, 1.3, 1.05].map(ratio => bareRow(`b${ratio}`, 'regression', { ratio }))
    const shown = bareRow('memory', 'regression', { ratio: 4, gates: false })
    const { title } = answer(comparison([...rows, shown], { outcome: 'regression' }))
    expect(title).toBe('All 5 benchmarks are slower, by up to 30.0 %')
  })

  it('speaks of the band of the rows, not of the default', () => {
    const wide = comparedRow('wide', 'no-change', measured, { band: 0.1 })
    expect(answer(comparison([wide])).title).toBe('No change: the only benchmark stayed within ±10 %')
    const both = comparison([wide, comparedRow('narrow', 'no-change', measured)])
    expect(answer(both).title).toBe('No change: both benchmarks stayed within their bands')
    const open = comparedRow('open', 'inconclusive', measured, { band: 0.1, runsNeeded: 58 })
    expect(answer(comparison([open])).advice).toBe(
      'To see a change of 10 % in it, measure about 58 runs per side (set max-runs to 58).',
    )
  })

  it('does not speak for a benchmark that measures nothing and so cannot fail', () => {
    const same = comparedRow('same', 'no-change', measured)
    const away = bareRow('away', 'not-comparable', { gates: false })
    const { title, advice } = answer(comparison([same, away]))
    expect(title).toBe('No change: the only benchmark that can fail stayed within ±2 %')
    expect(advice).toBe('Check 1 result that could not be compared and cannot fail.')
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
    expect(answer(comparison([same], { ...lost, budgets: [unknown] })).title).toBe(
      '1 budget could not be checked: htpp',
    )
    const ungated = comparison([{ ...same, gates: false }], { ...lost, reason: 'nothing-compared' })
    expect(answer(ungated).advice).toMatch(/gate: true/)
  })

  it('names the metric where a benchmark has several that gate', () => {
    const rows = ['time', 'size'].map(metric => bareRow('a', 'regression', { ratio: 1.1, metric }))
    const slower = { ...rows[1], verdict: 'no-change' as const, fails: false } as (typeof rows)[0]
    expect(answer(comparison(rows, { outcome: 'regression' })).title).toBe(
      'Both results are slower, by up to 10.0 %',
    )
    const { title } = answer(comparison([rows[0] as typeof slower, slower], { outcome: 'regression' }))
    expect(title).toBe('a (time) is 10.0 % slower · 1 unchanged')
  })

  it('does not promise a number of runs when one row has none', () => {
    const endless = { ...inconclusive, benchmark: 'b', runsNeeded: null }
    expect(answer(comparison([inconclusive, endless])).advice).toBe(
      'Measure more runs or on a quieter machine.',
    )
  })

  it('says so when something grew from nothing', () => {
    const row = bareRow('allocations', 'regression', { baseline: 0, candidate: 5 })
    expect(answer(comparison([row], { outcome: 'regression' })).title).toBe('allocations grew from 0')
  })

  it('never shows a tick when nothing was decided', () => {
    const accepted = comparison([bareRow('gone', 'removed', { fails: false })])
    for (const each of [
      inconclusiveExample(),
      comparison([]),
      accepted,
      notEstablishedExample('no-baseline'),
    ]) {
      expect(answer(each).symbol).toBe('?')
    }
    expect(answer(accepted).title).toBe('Nothing was compared: 1 benchmark is missing, which is accepted')
  })

  it('shows a cross for everything that fails, and counts what is missing beside what is worse', () => {
    for (const reason of REASONS.filter(each => !['no-baseline', 'new-suite'].includes(each))) {
      expect(answer(notEstablishedExample(reason)).symbol).toBe('✗')
    }
    const both = comparison([worse, bareRow('gone', 'removed')], { outcome: 'regression' })
    expect(answer(both).title).toBe('slow is 5.0 % slower and gone was not measured')
  })

  it('names a crash before regressions, and counts what else failed', () => {
    const rows = [
      worse,
      bareRow('gone', 'removed'),
      bareRow('boom', 'failed'),
      bareRow('odd', 'not-comparable'),
    ]
    expect(answer(comparison(rows, { outcome: 'regression' })).title).toBe(
      'boom crashed · 1 slower, 1 not measured, 1 not comparable',
    )
  })

  it('counts the rows that are unclear, also where one is missing', () => {
    const open = Array.from({ length: 108 }, (_, i) => bareRow(`open ${i}`, 'inconclusive', { ratio: 1.01 }))
    const same = Array.from({ length: 22 }, (_, i) => bareRow(`same ${i}`, 'no-change', { ratio: 1 }))
    const lost = { outcome: 'not-established' as const, reason: 'benchmarks-missing' as const }
    expect(answer(comparison([...open, ...same, bareRow('gone', 'removed')], lost)).title).toBe(
      'gone was not measured · 108 unclear, 22 unchanged',
    )
    expect(answer(comparison([...open, ...same, worse], { outcome: 'regression' })).title).toBe(
      'slow is 5.0 % slower · 108 unclear, 22 unchanged',
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
      comparison([worse], { outcome: 'regression' }),
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
      const { title } = answer(each, name => {
        written.push(name)
        return '■'
      })
      expect(written.length).toBeGreaterThan(0)
      expect(names).toEqual(expect.arrayContaining(written))
      expect(title).not.toMatch(/[|/]|\bgone\b|\bslow\b/)
    }
  })

  it('keeps a hostile name short and visible', () => {
    const name = `\u202e${'x'.repeat(5000)}`
    const { title } = answer(comparison([{ ...worse, benchmark: name }], { outcome: 'regression' }))
    expect(title.length).toBeLessThan(120)
    expect(title).toContain('\\u{202e}xxx')
  })
})
