import { describe, expect, it } from '@jest/globals'
import { effectiveDf, levelNoise, meanVariance } from '../../../src/stats/series/level-noise.ts'
import { seededRandom } from '../seeded-random.ts'

/** A stationary AR(1) with unit variance. */
function autocorrelated(n: number, rho: number, random = seededRandom(7)): Float64Array {
  let state = random.normal()
  return Float64Array.from({ length: n }, () => {
    const value = state
    state = rho * state + Math.sqrt(1 - rho * rho) * random.normal()
    return value
  })
}

describe('the noise around levels', () => {
  it('has the sd and the autocorrelation of the values, whatever the levels are', () => {
    const values = autocorrelated(20_000, 0.5).map((value, i) => value + (i >= 5000 ? 40 : 0))
    const noise = levelNoise(values, [5000], 0)
    expect(noise.sd).toBeCloseTo(1, 1)
    expect(noise.autocorrelation).toBeCloseTo(0.5, 1)
  })

  it('estimates the autocorrelation of few values without the usual bias', () => {
    const random = seededRandom(19)
    const estimates = Array.from(
      { length: 2000 },
      () => levelNoise(autocorrelated(40, 0.5, random), [20], 0).autocorrelation,
    )
    // The plain estimate would be 0.38 on average.
    expect(estimates.reduce((sum, value) => sum + value, 0) / 2000).toBeCloseTo(0.48, 1)
  })

  it('takes negative autocorrelation for none, and adds a margin of doubt', () => {
    const alternating = Float64Array.from({ length: 100 }, (_, i) => (i % 2 ? 1 : -1))
    expect(levelNoise(alternating, [], 0).autocorrelation).toBe(0)
    expect(levelNoise(autocorrelated(100, 0), [], 2).autocorrelation).toBeGreaterThan(
      levelNoise(autocorrelated(100, 0), [], 1).autocorrelation,
    )
  })

  it('knows the variance of a mean of autocorrelated values', () => {
    const random = seededRandom(5)
    const means = Array.from(
      { length: 4000 },
      () => autocorrelated(10, 0.6, random).reduce((sum, x) => sum + x, 0) / 10,
    )
    const seen = means.reduce((sum, mean) => sum + mean * mean, 0) / 4000
    expect(meanVariance({ sd: 1, autocorrelation: 0.6, df: 1 }, 10) / seen).toBeCloseTo(1, 1)
    expect(meanVariance({ sd: 3, autocorrelation: 0, df: 1 }, 9)).toBeCloseTo(1, 12)
    expect(effectiveDf({ sd: 1, autocorrelation: 0.5, df: 30 })).toBeCloseTo(10, 12)
  })
})
