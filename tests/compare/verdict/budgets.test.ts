import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { keyOf } from '../../../src/compare/sides/primary-rows.ts'
import { budgetResults } from '../../../src/compare/verdict/budgets.ts'
import { type Budget, defaultPolicy, type Row } from '../../../src/model/index.ts'
import { sample, session } from '../session.ts'

const budget: Budget = { benchmark: 'http', metric: 'p99', atMost: true, limit: 5e6, unit: 'ns' }

const runs = (centre: number) => Array.from({ length: 10 }, (_, i) => centre * (1 + 0.002 * ((i % 5) - 2)))

const rowsOf = (centre: number): Row[] => {
  const http = [sample('http', runs(centre), { metric: 'p99' })]
  const sides = { baselines: [session(http)], candidates: [session(http)] }
  const how = { design: 'stored', assumedGrade: 'tuned', policy: defaultPolicy } as const
  return compareSessions({ ...sides, ...how }).rows
}

const checked = (budgets: Budget[], rows: Row[]) =>
  budgetResults({ budgets, alpha: 0.01 }, rows, {
    holdingOther: new Set([keyOf({ name: 'shared', metric: 'p99' })]),
    policyNames: new Map(),
  })

const verdict = (centre: number, more: Partial<Budget> = {}) =>
  checked([{ ...budget, ...more }], rowsOf(centre))[0]?.verdict

describe('a budget', () => {
  it('is within, over or almost over as the interval lies', () => {
    expect(verdict(4.9e6)).toBe('within')
    expect(verdict(5.1e6)).toBe('over')
    expect(verdict(5.001e6)).toBe('almost')
    expect(verdict(4.999e6)).toBe('almost')
  })

  it('can be a least as well', () => {
    expect(verdict(5.1e6, { atMost: false })).toBe('within')
    expect(verdict(4.9e6, { atMost: false })).toBe('over')
  })

  it.each([true, false])(
    'is kept by its limit itself, in whatever unit that is written (at most: %s)',
    atMost => {
      // 1.001 kB and 1.003 us are a digit beside 1001 B and 1003 ns in floating point.
      for (const [measured, limit] of [
        [1001, 1.001],
        [1003, 1.003],
      ] as const) {
        const size = sample('http', Array(10).fill(measured), { metric: 'size', unit: 'B' })
        const { rows } = compareSessions({
          ...{ baselines: [session([size])], candidates: [session([size])] },
          ...{ design: 'stored', assumedGrade: 'tuned', policy: defaultPolicy },
        })
        const of = (written: number, value: Row[]) =>
          checked([{ ...budget, metric: 'size', unit: 'B', atMost, limit: written }], value)[0]?.verdict
        expect(of(limit * 1e3, rows)).toBe('within')
        const converted = rows.map(row => ({
          ...row,
          values: { ...row.values, candidate: row.values.candidate.map(() => limit * 1e3) },
        }))
        expect(of(measured, converted)).toBe('within')
      }
    },
  )

  it('names a limit that is nearly used up, and is kept all the same', () => {
    expect(verdict(4.6e6, { warn: 0.9 })).toBe('near')
    expect(verdict(4.4e6, { warn: 0.9 })).toBe('within')
    expect(verdict(5.4e6, { warn: 0.9, atMost: false })).toBe('near')
    expect(verdict(5.7e6, { warn: 0.9, atMost: false })).toBe('within')
    expect(verdict(5.1e6, { warn: 0.9 })).toBe('over')
    expect(verdict(5.001e6, { warn: 0.9 })).toBe('almost')
    const http = [sample('http', runs(4.6e6), { metric: 'p99' })]
    const policy = { ...defaultPolicy, budgets: [{ ...budget, warn: 0.9 }] }
    const sides = { baselines: [session(http)], candidates: [session(http)] }
    const compared = compareSessions({ ...sides, design: 'stored', assumedGrade: 'tuned', policy })
    expect(compared).toMatchObject({ outcome: 'pass', budgets: [{ verdict: 'near' }] })
  })

  it.each(['http', 'ht*'])(
    'holds for a benchmark that the pull request renames, by its name before: %s',
    name => {
      const of = (benchmark: string) =>
        session([sample(benchmark, runs(5.1e6), { metric: 'p99' }), sample('hts', runs(1))])
      const renamed = [{ from: 'http', to: 'web', proposed: true }]
      const policy = { ...defaultPolicy, renamed, budgets: [{ ...budget, benchmark: name }] }
      const sides = { baselines: [of('http')], candidates: [of('web')] }
      const compared = compareSessions({ ...sides, design: 'stored', assumedGrade: 'tuned', policy })
      expect(compared).toMatchObject({
        outcome: 'regression',
        explanation: 'over budget: web',
        budgets: [{ benchmark: 'web', verdict: 'over' }],
      })
      // What the base has renamed has the new name there.
      const merged = { ...policy, renamed: [{ from: 'http', to: 'web', proposed: false }] }
      const after = compareSessions({ ...sides, design: 'stored', assumedGrade: 'tuned', policy: merged })
      expect(after.budgets).toMatchObject([{ verdict: 'unknown' }])
    },
  )

  it('in another unit, or of something that was not measured, is not known', () => {
    expect(checked([{ ...budget, unit: 'B' }], rowsOf(4e6))).toMatchObject([
      { verdict: 'unknown', value: null, unit: 'B', reason: 'the limit is in B, the metric in ns' },
    ])
    expect(checked([{ ...budget, benchmark: 'grpc' }], rowsOf(4e6))).toMatchObject([
      { benchmark: 'grpc', verdict: 'unknown', reason: 'nothing measured has that name' },
    ])
  })

  it('is not known of times that hold the waiting for the other version of a duet', () => {
    const rows = rowsOf(4e6).map(row => ({ ...row, benchmark: 'shared' }))
    expect(checked([{ ...budget, benchmark: 'shared' }], rows)).toMatchObject([
      {
        verdict: 'unknown',
        value: null,
        reason: expect.stringMatching(/^it holds the waiting for the other/),
      },
    ])
  })

  it('fails the comparison when it is broken and gates, with or without a baseline', () => {
    const candidates = [session([sample('http', runs(6e6), { metric: 'p99' })])]
    const how = { design: 'stored', assumedGrade: 'tuned' } as const
    const policy = { ...defaultPolicy, budgets: [budget] }
    const compared = compareSessions({ ...how, baselines: [], candidates, policy })
    expect(compared).toMatchObject({ outcome: 'regression', explanation: 'over budget: http' })
    const shown = compareSessions({
      ...how,
      baselines: [],
      candidates,
      policy: { ...policy, budgetsGate: false },
    })
    expect(shown).toMatchObject({ outcome: 'not-established', budgets: [{ verdict: 'over' }] })
  })

  it('that names nothing keeps a comparison that gates by budgets from passing', () => {
    const http = [session([sample('http', runs(4e6), { metric: 'p99' })])]
    const policy = { ...defaultPolicy, budgets: [{ ...budget, benchmark: 'grpc' }] }
    const how = { design: 'stored', assumedGrade: 'tuned' } as const
    expect(compareSessions({ ...how, baselines: http, candidates: http, policy })).toMatchObject({
      outcome: 'not-established',
      reason: 'benchmarks-missing',
      explanation: 'budgets that could not be checked: p99 of grpc',
    })
  })
})
