import { describe, expect, it } from '@jest/globals'
import { compareSessions } from '../../../src/compare/compare-sessions.ts'
import { storedPower } from '../../../src/compare/estimate/stored-power.ts'
import { storedPrior } from '../../../src/compare/sides/baseline-sessions.ts'
import { defaultPolicy, type Sample, type Session } from '../../../src/model/index.ts'
import { seededRandom } from '../../stats/seeded-random.ts'
import { sample, session } from '../session.ts'

const plan = { policy: defaultPolicy, grade: 'tuned' as const, runs: 10 }

/** Sessions whose levels differ by a tenth of a percent, with runs that differ by as little. */
const quiet = (count: number): Session[] =>
  Array.from({ length: count }, (_, k) =>
    session([
      sample(
        'a',
        Array.from({ length: 10 }, (_, i) => 100 + 0.1 * Math.sin(k * 7 + i * 2.4)),
      ),
    ]),
  )

describe('what a stored baseline could show', () => {
  it('is nothing without a session, about 8 % with one on a tuned machine, and 2 % with twenty', () => {
    expect(storedPower([], plan)).toBeNull()
    expect(storedPower(quiet(1), plan)).toBeCloseTo(0.08, 2)
    expect(storedPower(quiet(20), plan)).toBeLessThan(0.02)
  })

  it('is worse on an untuned machine, and for every row of a large family', () => {
    const one = storedPower(quiet(3), plan) ?? 0
    expect(storedPower(quiet(3), { ...plan, grade: 'untuned' })).toBeGreaterThan(2 * one)
    const many = quiet(3).map(each => ({
      ...each,
      benchmarks: Array.from({ length: 100 }, (_, i) => ({
        ...(each.benchmarks[0] as never as object),
        name: `${i}`,
      })),
    })) as Session[]
    expect(storedPower(many, plan)).toBeGreaterThan(1.3 * one)
  })

  it('is within 5 % on an untuned machine that has proved quiet in ten sessions', () => {
    const untuned = { ...plan, grade: 'untuned' as const }
    expect(storedPower(quiet(3), untuned)).toBeGreaterThan(0.1)
    expect(storedPower(quiet(10), untuned)).toBeLessThan(0.05)
    const weights = [1, 2, 4, 10].map(
      sessions => storedPrior(defaultPolicy, 'untuned', { sessions, nights: [] }).df,
    )
    expect(weights).toEqual([4, 2, 1, 1])
    expect(storedPrior(defaultPolicy, 'tuned', { sessions: 10, nights: [] })).toEqual({ sd: 0.01, df: 4 })
  })

  it('is unlimited for sessions of single runs', () => {
    expect(storedPower([session([sample('a', [100])])], plan)).toBe(Number.POSITIVE_INFINITY)
  })

  it('is that of the sessions that mean what the newest does, whatever the older ones say', () => {
    const changed = (more: Partial<Sample>) =>
      quiet(20).map((each, i) => ({
        ...each,
        benchmarks: each.benchmarks.map(one => (i < 3 ? { ...one, ...more } : one)),
      }))
    const three = storedPower(quiet(3), plan)
    expect(storedPower(changed({ unit: 'req' }), plan)).toBe(three)
    expect(storedPower(changed({ better: 'higher' }), plan)).toBe(three)
  })

  it('ignores a session that holds a time of zero, and is unlimited where there is no other', () => {
    const blind = session([sample('a', [100, 0, 100])])
    expect(storedPower([blind, ...quiet(3)], plan)).toBe(storedPower(quiet(3), plan))
    expect(storedPower([blind, blind], plan)).toBe(Number.POSITIVE_INFINITY)
  })

  it('never throws, and neither does the comparison, whatever earlier sessions stored', () => {
    const random = seededRandom(7)
    const pick = <Each>(...from: Each[]) => from[random.integer(from.length)] as Each
    const anySample = (name: string, metric: string) =>
      sample(
        name,
        Array.from({ length: 1 + random.integer(6) }, () => pick(0, 100, 100, 100 + random.uniform())),
        { metric, unit: pick('ns', 'ns', 'B', ''), better: pick('lower', 'lower', 'higher') },
      )
    const anySession = (): Session =>
      session(
        [anySample('a', 'time'), anySample('a', 'size'), anySample('b', 'time')].filter(
          () => random.uniform() < 0.9,
        ),
        { failures: pick([], [{ name: 'b', reason: 'crashed' }]) },
      )
    for (let i = 0; i < 500; i++) {
      const stored = Array.from({ length: random.integer(6) }, anySession)
      expect(storedPower(stored, plan)).not.toBeNaN()
      const how = { policy: defaultPolicy, assumedGrade: 'tuned' } as const
      const candidates = [anySession(), anySession()]
      const { rows } = compareSessions({ ...how, design: 'stored', baselines: stored, candidates })
      const strange = rows.filter(row => row.verdict === 'not-comparable')
      expect(strange.filter(row => row.ratio !== null || row.p !== null || !row.reason)).toEqual([])
      compareSessions({ ...how, design: 'interleaved', baselines: candidates.toReversed(), candidates })
    }
  })
})
