import { describe, expect, it } from '@jest/globals'
import {
  ascending,
  middle,
  nearestQuantile,
  quartileDistance,
  upperMedian,
  valueAfter,
} from '../../../src/stats/describe/order-statistics.ts'

describe('order statistics', () => {
  it('ascending is a copy in the order of numbers', () => {
    const values = [10, 9, -1]
    expect(ascending(values)).toEqual([-1, 9, 10])
    expect(values).toEqual([10, 9, -1])
  })

  it('an even number of values has a mean of the middle two, or the upper one of them', () => {
    expect(middle([1, 2, 4, 8])).toBe(3)
    expect(upperMedian([8, 1, 4, 2])).toBe(4)
    expect([middle([1, 2, 4]), upperMedian([4, 2, 1])]).toEqual([2, 2])
    expect(upperMedian([])).toBeUndefined()
  })

  it('a share of the values is before the value, or the value is nearest to it', () => {
    const three = [1, 2, 3]
    expect([valueAfter(0.25, three), nearestQuantile(0.25, three)]).toEqual([1, 2])
    const seven = [1, 2, 3, 4, 5, 6, 7]
    expect([valueAfter(0.25, seven), nearestQuantile(0.25, seven)]).toEqual([2, 3])
    expect([nearestQuantile(0, seven), nearestQuantile(1, seven), nearestQuantile(0.5, [])]).toEqual([
      1,
      7,
      undefined,
    ])
  })

  it('the distance of the quartiles does not see a value that is far out', () => {
    expect(quartileDistance([5, 1, 3, 2, 4])).toBe(2)
    expect(quartileDistance([500, 1, 3, 2, 4])).toBe(2)
  })
})
