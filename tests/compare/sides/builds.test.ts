import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { interleavedRequest } from '../../../src/compare/comparison-request.ts'
import { perBuild } from '../../../src/compare/sides/builds.ts'
import { defaultPolicy, type Plan, type Row, type Session } from '../../../src/model/index.ts'
import { buildSpread } from '../../../src/stats/describe/build-spread.ts'
import { plainPlan, sample, session } from '../session.ts'

describe('the runs of several builds', () => {
  it('stay as they are where each is of a build of its own, or all are of one', () => {
    expect(perBuild([3, 1, 2], null)).toEqual([3, 1, 2])
    expect(perBuild([3, 1, 2], 5)).toEqual([3, 1, 2])
  })

  it('count once for each build: the mean of their logs, from three on their median', () => {
    expect(perBuild([1, 10, 4, 10], 2).map(value => Number(value.toFixed(9)))).toEqual([2, 10])
    expect(perBuild([1, 7, 4, 9, 100], 2)).toEqual([4, expect.closeTo(Math.sqrt(63))])
    // A look in the midst of the second runs.
    expect(perBuild([2, 8, 5, 8], 3)).toEqual([4, 8, 5])
  })

  it('may be zero counts', () => expect(perBuild([0, 3, 2, 3], 2)).toEqual([1, 3]))
})

/** Runs of five builds, four of each: the place of the code decides, and the runs hardly differ. */
const effects = { before: [0, 0.09, 0.02, 0.05, 0.01], after: [0.08, 0.1, 0.06, 0.09, 0.03] }
const runsOf = (builds: number[]) =>
  Array.from({ length: 20 }, (_, i) => 1000 * Math.exp((builds[i % 5] as number) + 0.0001 * (i % 3)))

const side = (name: 'before' | 'after', plan: Partial<Plan>): Session =>
  session([sample('parse', runsOf(effects[name]))], {
    order: Array.from({ length: 20 }, (_, i) => 2 * i + Number((i % 2 === 0) === (name === 'before'))),
    plan: { ...plainPlan, ...plan },
  })

const judged = (plan: Partial<Plan>): Row =>
  compareSessions(interleavedRequest([side('before', plan)], [side('after', plan)], defaultPolicy))
    .rows[0] as Row

describe('a row of several builds', () => {
  it('is judged by its builds: what their runs repeat is no evidence', () => {
    expect(judged({}).verdict).toBe('regression')
    const row = judged({ layouts: [11, 12, 13, 14, 15] })
    expect(row).toMatchObject({ verdict: 'inconclusive', runs: { baseline: 20, candidate: 20 } })
    expect(row.p).toBeGreaterThan(0.05)
    // Builds are to differ, so no run is called odd for it.
    expect(row.warnings.map(({ code }) => code)).not.toContain('bimodal-runs')
  })

  it('that was called says that placement was not ruled out, if a linker placed one build a side', () => {
    const codes = (plan: Partial<Plan>) => judged(plan).warnings.map(({ code }) => code)
    expect(codes({ ownBinary: true })).toContain('one-placement')
    expect(codes({})).not.toContain('one-placement')
    expect(codes({ ownBinary: true, layouts: Array.from({ length: 20 }, (_, i) => i) })).not.toContain(
      'one-placement',
    )
  })
})

describe('a count that was called', () => {
  const notesOf = (metric: string, unit: string) => {
    const none = { count: 0, names: [] }
    const machineCode = [
      {
        program: 'bench',
        problem: null,
        same: 1,
        changed: { count: 1, names: ['fib'] },
        new: none,
        gone: none,
      },
    ]
    const one = (value: number): Session => ({
      ...session(
        [
          sample(
            'fib',
            Array.from({ length: 5 }, () => value),
            { metric, unit },
          ),
        ],
        {
          plan: { ...plainPlan, ownBinary: true },
        },
      ),
      machineCode,
    })
    const { rows } = compareSessions(interleavedRequest([one(1000)], [one(2000)], defaultPolicy))
    return rows[0]?.warnings.map(({ code }) => code)
  }

  it.each([
    ['instructions', ''],
    ['allocated-bytes', 'B/op'],
    ['allocations', 'allocs/op'],
  ])('has the functions that changed, and nothing of the place of the code: %s', (metric, unit) => {
    expect(notesOf(metric, unit)).toContain('machine-code')
    expect(notesOf(metric, unit)).not.toContain('one-placement')
  })

  it.each([
    ['ram-hits', ''],
    ['throughput', 'B/s'],
  ])('may be the place of the code where caches are counted, or bytes in a time: %s', (metric, unit) => {
    expect(notesOf(metric, unit)).toContain('one-placement')
  })
})

describe('what placement alone does', () => {
  const spread = (runs: number[], builds: number) => buildSpread([{ runs, builds }])

  it('is what builds differ by more than their runs do', () => {
    const found = spread(runsOf(effects.before), 5)
    // The sample standard deviation of the five effects; the runs add next to nothing.
    expect(found?.sd).toBeCloseTo(0.0365, 3)
    expect(found).toMatchObject({ builds: 5 })
    expect(found?.farthest).toBeCloseTo(Math.expm1(0.07), 3)
  })

  it('is nothing where runs of one build differ as much, and not told from them without a second run of any build', () => {
    const noise = [0, 4, -3, 2, -4, 1, -2, 3, -1, 0].map(step => 1000 * (1 + step / 100))
    expect(spread(noise, 5)?.sd).toBe(0)
    const single = spread(noise, 10)
    expect(single).toMatchObject({ builds: 10, sd: null, seen: expect.closeTo(0.0258, 4) })
    expect(spread(noise, 1)).toBeNull()
    expect(spread([0, ...noise.slice(1)], 5)).toBeNull()
  })
})
