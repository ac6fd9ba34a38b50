import { describe, expect, it } from '@jest/globals'
import { tCritical } from '../../../src/stats/distributions/continuous.ts'
import {
  storedBaseline,
  storedDetectable,
  storedInterval,
  storedScale,
} from '../../../src/stats/tests/stored-baseline.ts'

const planned = { runVariance: 0.0001, runs: 10, priorSd: 0.01 }

describe('the stored baseline', () => {
  it('with one session rests on the prior alone', () => {
    const { scale, df } = storedScale({ ...planned, stored: [2] })
    expect(df).toBe(4)
    expect(scale).toBeCloseTo(Math.sqrt(2 * (0.01 ** 2 + 0.00001)), 15)
  })

  it('weighs the prior with 4 and the stored sessions with K − 1 degrees of freedom', () => {
    const test = storedBaseline({ ...planned, stored: [2, 2.01, 2.02], candidate: 2.05 })
    const variance = (4 * (0.0001 + 0.00001) + 2 * 0.0001) / 6
    expect(test.df).toBe(6)
    expect(test.difference).toBeCloseTo(0.04, 14)
    expect(test.scale).toBeCloseTo(Math.sqrt(variance * (1 + 1 / 3)), 15)
    expect(test.t).toBeCloseTo(0.04 / test.scale, 12)
    expect(test.p).toBeCloseTo(0.0153, 4)
  })

  it('takes another prior weight', () => {
    expect(storedScale({ ...planned, stored: [2, 2.01], priorDf: 10 }).df).toBe(11)
  })

  it('has zero outside of its interval exactly when p is below 1 − level', () => {
    for (const candidate of [1.9, 1.95, 1.97, 1.99, 2, 2.02, 2.03, 2.04, 2.06, 2.2]) {
      const test = storedBaseline({ ...planned, stored: [2, 2.005, 1.995], candidate })
      for (const level of [0.9, 0.95, 0.99]) {
        const [low, high] = storedInterval(test, level)
        expect(low > 0 || high < 0).toBe(test.p < 1 - level)
        expect((low + high) / 2).toBeCloseTo(test.difference, 14)
      }
    }
  })

  it('can show 8 % at once and less with every session that agrees', () => {
    const quiet = (sessions: number) => Array.from({ length: sessions }, (_, i) => 0.002 * (i % 2))
    const detectable = [1, 3, 10, 20].map(sessions => {
      const scale = storedScale({ ...planned, runVariance: 0.000009, stored: quiet(sessions) })
      return Math.expm1(storedDetectable(scale, 0.01, 0.8))
    })
    expect(detectable[0]).toBeCloseTo(0.082, 3)
    expect(detectable).toEqual(detectable.toSorted((x, y) => y - x))
    expect(detectable[3]).toBeLessThan(0.02)
  })

  it('the detectable effect is beyond what the test needs to reject', () => {
    const scale = storedScale({ ...planned, stored: [1, 1.01] })
    expect(storedDetectable(scale, 0.01, 0.5)).toBeCloseTo(scale.scale * tCritical(0.01, scale.df), 15)
    expect(storedDetectable(scale, 0.01, 0.8)).toBeGreaterThan(storedDetectable(scale, 0.01, 0.5))
  })

  it('refuses an empty store', () => {
    expect(() => storedScale({ ...planned, stored: [] })).toThrow('at least one session')
  })
})
