import { describe, expect, it } from '@jest/globals'
import { oneSampleT, welch } from '../../../src/stats/inference/t-tests.ts'
import { moved } from '../one-block.ts'

describe("Welch's test", () => {
  it('with equal sizes and variances is the two-sample t-test', () => {
    const result = welch([1, 2, 3], [3, 4, 5])
    expect(result.difference).toBe(2)
    expect(result.standardError).toBeCloseTo(Math.sqrt(2 / 3), 15)
    expect(result.df).toBeCloseTo(4, 14)
    expect(result.p).toBeCloseTo(0.070484, 7)
  })

  it('of a side that is moved gives the difference less by as much', () => {
    const b = [3, 4, 5]
    expect(welch([1, 2, 3], moved(b, 2))).toMatchObject({ difference: 0, t: 0, p: 1 })
    expect(welch([1, 2, 3], moved(b, 1)).difference).toBe(1)
  })

  it('two constant sides are equal or certainly different', () => {
    expect(welch([2, 2], [2, 2, 2])).toEqual({ difference: 0, standardError: 0, t: 0, df: 1, p: 1 })
    expect(welch([2, 2], [3, 3])).toMatchObject({ difference: 1, t: Number.POSITIVE_INFINITY, p: 0 })
    expect(welch([3, 3], [2, 2])).toMatchObject({ difference: -1, t: Number.NEGATIVE_INFINITY, p: 0 })
  })

  it('does not take rounding of a constant side for variance', () => {
    // The mean of three times this value is not this value, in double precision.
    const value = 4.605170185988092
    expect(welch([value, value, value], [value, value, value]).p).toBe(1)
    expect(welch([0.1, 0.1, 0.1], [0.1, 0.1, 0.1]).standardError).toBe(0)
  })

  it('one constant side leaves the degrees of freedom of the other', () => {
    expect(welch([5, 5, 5, 5], [1, 2, 4]).df).toBeCloseTo(2, 14)
  })

  it('refuses a side with a single run', () => {
    expect(() => welch([1], [2, 3])).toThrow('at least two runs a side, got 1')
    expect(() => welch([1, 2], [])).toThrow(RangeError)
  })
})

describe('the one-sample t-test', () => {
  it('has the textbook t of three values', () => {
    const result = oneSampleT([1, 2, 3])
    expect(result.difference).toBe(2)
    expect(result.standardError).toBeCloseTo(Math.sqrt(1 / 3), 15)
    expect(result.df).toBe(2)
    // With 2 degrees of freedom p is 1 − t/√(2 + t²), and t² is 12.
    expect(result.p).toBeCloseTo(1 - Math.sqrt(12 / 14), 14)
  })

  it('of values that are moved to the other side of zero has the t of the other direction', () => {
    expect(oneSampleT(moved([1, 2, 3], 2))).toMatchObject({ difference: 0, t: 0, p: 1 })
    expect(oneSampleT(moved([1, 2, 3], 5)).t).toBeCloseTo(-oneSampleT(moved([3, 4, 5], 1)).t, 14)
  })

  it('constant values are zero or certainly not, without rounding', () => {
    const value = 4.605170185988092
    expect(oneSampleT([value, value, value])).toMatchObject({ t: Number.POSITIVE_INFINITY, p: 0 })
    expect(oneSampleT([0, 0])).toMatchObject({ t: 0, p: 1 })
  })

  it('refuses a single value', () => {
    expect(() => oneSampleT([1])).toThrow('at least two runs a side, got 1')
    expect(() => oneSampleT([])).toThrow(RangeError)
  })
})
