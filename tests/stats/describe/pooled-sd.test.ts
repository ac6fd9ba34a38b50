import { describe, expect, it } from '@jest/globals'
import { pooledSd } from '../../../src/stats/describe/pooled-sd.ts'

describe('the pooled standard deviation', () => {
  it('weighs the sides by their degrees of freedom and ignores where they are', () => {
    // Squares 2 with 2 degrees of freedom, 8 with 1.
    expect(
      pooledSd([
        [1, 2, 3],
        [100, 104],
      ]),
    ).toBeCloseTo(Math.sqrt(10 / 3), 14)
    expect(
      pooledSd([
        [1, 2, 3],
        [5, 6, 7],
      ]),
    ).toBe(1)
  })

  it('passes over sides with one value', () => {
    expect(pooledSd([[1, 2, 3], [50], []])).toBe(1)
  })

  it('refuses when no side has two values', () => {
    expect(() => pooledSd([[1], [2]])).toThrow('a side with at least two values')
  })
})
