import { describe, expect, it } from '@jest/globals'
import { lagOne } from '../../../src/stats/series/lag-one.ts'
import { seededRandom } from '../seeded-random.ts'

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
