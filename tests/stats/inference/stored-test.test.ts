import { describe, expect, it } from '@jest/globals'
import { tCritical } from '../../../src/stats/distributions/continuous.ts'
import { wilsonInterval } from '../../../src/stats/inference/proportions.ts'
import { runVarianceOf, storedScale, storedTest } from '../../../src/stats/inference/stored-test.ts'
import { detectableShift, tInterval } from '../../../src/stats/inference/t-tests.ts'
import { casesOf } from '../../simulated-cases.ts'
import { seededRandom } from '../seeded-random.ts'

const prior = { sd: 0.01, df: 4 }
/** The variance of the median of ten runs whose variance is 0.0001. */
const ofMedian = (Math.PI / 2) * 0.00001
const planned = { runVariance: 0.0001, candidateRuns: [10], prior }

/** Ten runs with this median and an sd of about 1 %. */
const session = (level: number, runs = 10) =>
  Array.from({ length: runs }, (_, i) => level + 0.0067 * (i - (runs - 1) / 2) * (10 / runs))

describe('the stored baseline', () => {
  it('with one session rests on the prior, and on what runs leave in both medians', () => {
    const { standardError: scale, df } = storedScale({ ...planned, segments: [[session(2)]] })
    expect(df).toBe(4)
    expect(scale).toBeCloseTo(Math.sqrt(2 * 0.01 ** 2 + 2 * ofMedian), 15)
  })

  it('weighs the prior with its degrees of freedom and the stored sessions with K − 1', () => {
    const segments = [[2, 2.01, 2.02].map(level => session(level))]
    const { standardError: scale, df } = storedScale({ ...planned, segments })
    const between = (4 * 0.0001 + 2 * (0.0001 - ofMedian)) / 6
    expect(df).toBe(6)
    expect(scale).toBeCloseTo(Math.sqrt((between + ofMedian) * (1 + 1 / 3)), 12)
    expect(storedScale({ ...planned, segments, prior: { sd: 0.01, df: 1 } }).df).toBe(3)
  })

  it('takes from sessions of an older level how much sessions vary, not where they are', () => {
    const quiet = [2, 2.0001].map(level => session(level))
    const noisy = [3, 3.04, 2.96].map(level => session(level))
    const test = storedTest({ segments: [quiet, noisy], candidates: [session(2.02)], prior })
    expect(test.df).toBe(4 + 1 + 2)
    expect(test.difference).toBeCloseTo(0.01995, 6)
    const alone = storedTest({ segments: [quiet], candidates: [session(2.02)], prior })
    expect(test.standardError).toBeGreaterThan(1.5 * alone.standardError)
  })

  it('counts the runs of each side', () => {
    const scaleOf = (stored: number, candidate: number) => {
      const segments = [Array.from({ length: 10 }, () => session(2, stored))]
      return storedScale({ ...planned, candidateRuns: [candidate], runVariance: 0.0025, segments })
        .standardError
    }
    const variance = (runs: number) => ((Math.PI / 2) * 0.0025) / runs
    expect(scaleOf(30, 5) ** 2 - scaleOf(30, 30) ** 2).toBeCloseTo(variance(5) - variance(30), 12)
    expect(scaleOf(30, 5)).toBeGreaterThan(scaleOf(5, 30))
  })

  it('has a variance between runs that a run far out does not change much', () => {
    const clean = [session(2), session(2.1)]
    const far = [session(2).with(9, 9), session(2.1)]
    expect(runVarianceOf(clean)).toBeGreaterThan(0.0002)
    expect(runVarianceOf(far)).toBeLessThan(1.5 * runVarianceOf(clean))
    // Most runs are equal: a coarse clock, whose rare steps count all the same.
    expect(runVarianceOf([[1, 1, 1, 1, 2]])).toBeCloseTo(0.2, 12)
  })

  it('has a variance between runs that sees both groups where the runs of most sessions have two', () => {
    const groups = [...session(2).slice(0, 6), ...session(2.2).slice(6)]
    expect(runVarianceOf([groups, groups, session(2)])).toBeGreaterThan(10 * runVarianceOf([session(2)]))
    expect(runVarianceOf([groups, session(2), session(2)])).toBeLessThan(2 * runVarianceOf([session(2)]))
  })

  it.each([
    [3, 0.05],
    [10, 0.05],
    [10, 0.2],
  ])(
    'with %i sessions alarms in at most 2 %% of cases where three of ten runs are slower by a share of %d',
    (count, slower) => {
      const random = seededRandom(452)
      const runs = () => {
        const level = 0.002 * random.normal()
        return Array.from(
          { length: 10 },
          () => level + 0.005 * random.normal() + (random.uniform() < 0.3 ? Math.log1p(slower) : 0),
        )
      }
      const cases = casesOf(1000, 10_000)
      let alarms = 0
      for (let i = 0; i < cases; i++) {
        const test = storedTest({
          segments: [Array.from({ length: count }, runs)],
          candidates: [runs()],
          prior,
        })
        if (test.p < 0.01) alarms++
      }
      expect(wilsonInterval(alarms, cases, 0.999)[0]).toBeLessThanOrEqual(0.02)
    },
  )

  it('has zero outside of its interval exactly when p is below 1 − level', () => {
    for (const level of [1.9, 1.95, 1.97, 1.99, 2, 2.02, 2.03, 2.04, 2.06, 2.2]) {
      const segments = [[2, 2.005, 1.995].map(stored => session(stored))]
      const test = storedTest({ segments, candidates: [session(level)], prior })
      for (const confidence of [0.9, 0.95, 0.99]) {
        const [low, high] = tInterval(test, confidence)
        expect(low > 0 || high < 0).toBe(test.p < 1 - confidence)
        expect((low + high) / 2).toBeCloseTo(test.difference, 14)
      }
    }
  })

  it('can show 8 % at once and less with every session that agrees', () => {
    const quiet = (sessions: number) => Array.from({ length: sessions }, (_, i) => session(0.002 * (i % 2)))
    const detectable = [1, 3, 10, 20].map(sessions => {
      const scale = storedScale({ ...planned, runVariance: 0.000009, segments: [quiet(sessions)] })
      return Math.expm1(detectableShift(scale, 0.01, 0.8))
    })
    expect(detectable[0]).toBeCloseTo(0.082, 3)
    expect(detectable).toEqual(detectable.toSorted((x, y) => y - x))
    expect(detectable[3]).toBeLessThan(0.02)
  })

  it('the detectable effect is beyond what the test needs to reject', () => {
    const scale = storedScale({ ...planned, segments: [[session(1), session(1.01)]] })
    expect(detectableShift(scale, 0.01, 0.5)).toBeCloseTo(scale.standardError * tCritical(0.01, scale.df), 15)
    expect(detectableShift(scale, 0.01, 0.8)).toBeGreaterThan(detectableShift(scale, 0.01, 0.5))
  })

  it('refuses an empty store', () => {
    expect(() => storedScale({ ...planned, segments: [[]] })).toThrow('at least one session')
  })
})
