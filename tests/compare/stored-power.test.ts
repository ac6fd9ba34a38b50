import { describe, expect, it } from '@jest/globals'
import { defaultPolicy } from '../../src/compare/policy.ts'
import { storedPower } from '../../src/compare/stored-power.ts'
import type { Session } from '../../src/model.ts'
import { sample, session } from './session.ts'

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

  it('is unlimited bad for sessions of single runs', () => {
    expect(storedPower([session([sample('a', [100])])], plan)).toBe(Number.POSITIVE_INFINITY)
  })
})
