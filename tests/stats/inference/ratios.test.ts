import { describe, expect, it } from '@jest/globals'
import { mean } from '../../../src/stats/describe/summary.ts'
import { exactComparison, fiellerInterval } from '../../../src/stats/inference/ratios.ts'
import { welch } from '../../../src/stats/inference/t-tests.ts'

describe('the exact comparison', () => {
  it('compares constants', () => {
    expect(exactComparison([1000, 1000], [1000, 1000, 1000])).toEqual({ ratio: 1 })
    expect(exactComparison([1000, 1000], [1001])).toEqual({ ratio: 1.001 })
  })

  it('has no ratio to zero, except that zero equals zero', () => {
    expect(exactComparison([0, 0], [3, 3])).toEqual({ ratio: null })
    expect(exactComparison([0, 0], [0, 0])).toEqual({ ratio: 1 })
  })

  it('does not apply when a side varies or is empty', () => {
    expect(exactComparison([1, 2], [1, 1])).toBeNull()
    expect(exactComparison([1, 1], [1, 2])).toBeNull()
    expect(exactComparison([], [1])).toBeNull()
  })
})

const a = [10.2, 9.8, 10.5, 9.9, 10.1, 0]
const b = [12.1, 11.7, 12.6, 12, 11.9]

describe("Fieller's interval of a ratio of means", () => {
  it('contains the ratio and has ends that a t-test of mean(b) − r·mean(a) just rejects', () => {
    const [low, high] = fiellerInterval(a, b, 0.9) as [number, number]
    expect(mean(b) / mean(a)).toBeGreaterThan(low)
    expect(mean(b) / mean(a)).toBeLessThan(high)
    // With the degrees of freedom at the end instead of at the estimate p is not exactly 10 %, but close to it.
    for (const end of [low, high])
      expect(
        welch(
          a.map(value => end * value),
          b,
        ).p,
      ).toBeCloseTo(0.1, 2)
  })

  it('agrees with a root finder on its defining inequality', () => {
    const [low, high] = fiellerInterval(a, b, 0.9) as [number, number]
    expect(low).toBeCloseTo(1.0201476784013075, 10)
    expect(high).toBeCloseTo(2.401382540156928, 10)
    const [wideLow, wideHigh] = fiellerInterval(a.slice(0, 4), [22.1, 15.7, 12.6, 2, 11.9, 18], 0.99) as [
      number,
      number,
    ]
    expect(wideLow).toBeCloseTo(0.24874096834393275, 10)
    expect(wideHigh).toBeCloseTo(2.4781666576866064, 10)
  })

  it('is the reciprocal when the sides are swapped', () => {
    const [low, high] = fiellerInterval(a, b, 0.9) as [number, number]
    const [swappedLow, swappedHigh] = fiellerInterval(b, a, 0.9) as [number, number]
    expect(swappedLow).toBeCloseTo(1 / high, 10)
    expect(swappedHigh).toBeCloseTo(1 / low, 10)
  })

  it('does not depend on the unit', () => {
    const scaled = (side: number[]) => side.map(value => 1000 * value)
    const [low, high] = fiellerInterval(scaled(a), scaled(b), 0.9) as [number, number]
    expect(low).toBeCloseTo((fiellerInterval(a, b, 0.9) as [number, number])[0], 12)
    expect(high).toBeCloseTo((fiellerInterval(a, b, 0.9) as [number, number])[1], 12)
  })

  it('is unbounded when the mean of a cannot be told from zero', () => {
    expect(fiellerInterval([0, 0, 1, 0, 2], b, 0.99)).toBeNull()
    expect(fiellerInterval([0, 0, 0], b, 0.99)).toBeNull()
  })

  it('is a point for constant sides, and zero when b is', () => {
    expect(fiellerInterval([4, 4], [5, 5], 0.99)).toEqual([1.25, 1.25])
    expect(fiellerInterval([4, 5, 6], [0, 0, 0], 0.9)).toEqual([0, 0])
  })
})
