import { describe, expect, it } from '@jest/globals'
import { oneSampleT } from '../../../src/stats/tests/one-sample-t.ts'

describe('the one-sample t-test', () => {
  it('has the textbook t of three values', () => {
    const result = oneSampleT([1, 2, 3])
    expect(result.mean).toBe(2)
    expect(result.standardError).toBeCloseTo(Math.sqrt(1 / 3), 15)
    expect(result.df).toBe(2)
    // With 2 degrees of freedom p is 1 − t/√(2 + t²), and t² is 12.
    expect(result.p).toBeCloseTo(1 - Math.sqrt(12 / 14), 14)
  })

  it('subtracts the shift', () => {
    expect(oneSampleT([1, 2, 3], 2)).toMatchObject({ mean: 0, t: 0, p: 1 })
    expect(oneSampleT([1, 2, 3], 5).t).toBeCloseTo(-oneSampleT([3, 4, 5], 1).t, 14)
  })

  it('constant values are the shift or certainly not, without rounding', () => {
    const value = 4.605170185988092
    expect(oneSampleT([value, value, value], value)).toMatchObject({ mean: 0, standardError: 0, p: 1 })
    expect(oneSampleT([value, value, value])).toMatchObject({ t: Number.POSITIVE_INFINITY, p: 0 })
    expect(oneSampleT([0, 0])).toMatchObject({ t: 0, p: 1 })
  })

  it('refuses a single value', () => {
    expect(() => oneSampleT([1])).toThrow('at least two values, got 1')
    expect(() => oneSampleT([])).toThrow(RangeError)
  })
})
