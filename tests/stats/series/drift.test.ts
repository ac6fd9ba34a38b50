import { describe, expect, it } from '@jest/globals'
import { drift as driftOver, lagOne } from '../../../src/stats/series/drift.ts'
import { casesOf } from '../../simulated-cases.ts'
import { seededRandom } from '../seeded-random.ts'

const drift = (values: number[], positions = [...values.keys()]) => driftOver(values, positions)

describe('drift over a job', () => {
  it('of values that only rise has p = 2/n!', () => {
    expect(drift([1, 2, 3, 5, 8])).toEqual({
      slope: expect.any(Number),
      p: expect.closeTo(2 / 120, 15),
    })
    const falling = drift([8, 5, 3, 2, 1])
    expect(falling).toEqual({ slope: expect.any(Number), p: expect.closeTo(2 / 120, 15) })
    expect(falling.slope).toBeLessThan(0)
  })

  it('needs two values', () => {
    expect(() => drift([1])).toThrow(Error)
  })

  it('has the slope per position, whatever the order the runs are given in', () => {
    expect(drift([10, 12, 14, 16]).slope).toBe(2)
    expect(drift([10, 12, 14, 16], [0, 2, 4, 6]).slope).toBe(1)
    const shuffled = drift([14, 10, 16, 12], [4, 0, 6, 2])
    expect(shuffled).toEqual(drift([10, 12, 14, 16], [0, 2, 4, 6]))
  })

  it('is not impressed by one outlying run', () => {
    const values = Array.from({ length: 15 }, (_, i) => ((i * 7) % 15) / 1000)
    const outlying = values.map((value, i) => (i === 14 ? 1 : value))
    expect(Math.abs(drift(outlying).slope)).toBeLessThan(0.001)
    expect(drift(outlying).p).toBeGreaterThan(0.05)
  })

  it('approximates with ties and is 1 for constant values', () => {
    expect(drift([1, 1, 1, 1])).toEqual({ slope: 0, p: 1 })
    // S = 5, variance (4·3·13 − 2·1·9) / 18 = 23/3, so z = 4/√(23/3) = 1.4446.
    expect(drift([1, 2, 2, 3]).p).toBeCloseTo(0.1486, 4)
  })

  it('finds drift where there is none in at most 5 % of jobs, with 10 and 70 runs', () => {
    const random = seededRandom(81)
    for (const [runs, jobs] of [
      [10, casesOf(1000, 3000)],
      [70, casesOf(400, 1000)],
    ] as const) {
      let alarms = 0
      for (let i = 0; i < jobs; i++) {
        if (drift(Array.from({ length: runs }, random.normal)).p <= 0.05) alarms++
      }
      expect(alarms / jobs).toBeGreaterThan(0.02)
      expect(alarms / jobs).toBeLessThan(0.06)
    }
  })
})

describe('the lag-1 autocorrelation', () => {
  it('of 1 to 5 is 0.4', () => {
    expect(lagOne([1, 2, 3, 4, 5])).toBeCloseTo(0.4, 15)
  })

  it('is close to −1 for alternating and to the coefficient for autoregressive values', () => {
    expect(lagOne(Array.from({ length: 100 }, (_, i) => i % 2))).toBeCloseTo(-0.99, 10)
    const random = seededRandom(61)
    let previous = 0
    const series = Array.from({ length: 20000 }, () => {
      previous = 0.6 * previous + random.normal()
      return previous
    })
    expect(lagOne(series)).toBeCloseTo(0.6, 1)
  })

  it('is null where it means nothing', () => {
    expect(lagOne([1, 2])).toBeNull()
    expect(lagOne([0.1, 0.1, 0.1])).toBeNull()
  })
})
