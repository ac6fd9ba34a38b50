import { describe, expect, it } from '@jest/globals'
import { exactComparison } from '../../../src/stats/tests/exact-comparison.ts'

describe('the exact comparison', () => {
  it('compares constants', () => {
    expect(exactComparison([1000, 1000], [1000, 1000, 1000])).toEqual({ equal: true, ratio: 1 })
    expect(exactComparison([1000, 1000], [1001])).toEqual({ equal: false, ratio: 1.001 })
  })

  it('has no ratio to zero, except that zero equals zero', () => {
    expect(exactComparison([0, 0], [3, 3])).toEqual({ equal: false, ratio: null })
    expect(exactComparison([0, 0], [0, 0])).toEqual({ equal: true, ratio: 1 })
  })

  it('does not apply when a side varies or is empty', () => {
    expect(exactComparison([1, 2], [1, 1])).toBeNull()
    expect(exactComparison([1, 1], [1, 2])).toBeNull()
    expect(exactComparison([], [1])).toBeNull()
  })
})
