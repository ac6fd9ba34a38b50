import { describe, expect, it } from '@jest/globals'
import { bimodality, outlierRuns, pooledSd, robustScale } from '../../../src/stats/describe/spread.ts'
import { seededRandom } from '../seeded-random.ts'

describe('bimodality', () => {
  it('finds the gap between two groups in any order', () => {
    const found = bimodality([5.1, 1.1, 5, 1, 1.2, 5.2, 1.3, 1.4])
    expect(found).toMatchObject({ below: 5, above: 3 })
    expect(found?.split).toBeCloseTo(3.2, 12)
    expect(found?.gap).toBeCloseTo(3.6, 12)
  })

  it('does not take one outlying run or evenly spread values for a group', () => {
    expect(bimodality([1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 9])).toBeNull()
    expect(bimodality([1, 2, 3, 4, 5, 6, 7, 8])).toBeNull()
  })

  it('needs the gap to be larger than the smallest one that matters', () => {
    const values = [1, 1.001, 1.002, 1.003, 1.02, 1.021, 1.022]
    expect(bimodality(values)).not.toBeNull()
    expect(bimodality(values, 0.03)).toBeNull()
  })

  it('sees two repeated values as two groups, and says nothing of constant or few values', () => {
    expect(bimodality([1, 1, 1, 2, 2])).toMatchObject({ split: 1.5, below: 3, above: 2 })
    expect(bimodality([1, 1, 1, 1, 1])).toBeNull()
    expect(bimodality([1, 1, 9])).toBeNull()
  })
})

describe('outlying runs', () => {
  it('are named by their index, in order', () => {
    expect(outlierRuns([0.5, 0.001, 0, 0.002, -0.001, 0.003, -0.4])).toEqual([0, 6])
  })

  it('must be far in standard deviations and in percent', () => {
    // More than 5 robust standard deviations, but only 2 %.
    expect(outlierRuns([0, 0.0001, -0.0001, 0.0002, 0.02])).toEqual([])
    // 10 %, but well within the spread.
    expect(outlierRuns([0, 0.05, -0.05, 0.08, -0.08, 0.1])).toEqual([])
  })

  it('can be told where the others are constant', () => {
    expect(outlierRuns([1, 1, 1, 1, 1.5])).toEqual([4])
    expect(outlierRuns([1, 2])).toEqual([])
  })
})

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

describe('the robust scale', () => {
  it('is the standard deviation of many normal values', () => {
    const random = seededRandom(51)
    const side = () => Array.from({ length: 2000 }, () => 3 * random.normal() + 7)
    expect(robustScale([side(), side()])).toBeCloseTo(3, 0)
  })

  it('takes residuals from each side’s own median', () => {
    expect(
      robustScale([
        [1, 2, 3],
        [101, 102, 103],
      ]),
    ).toBeCloseTo(1.4826, 4)
  })

  it('is not inflated by an outlying run', () => {
    expect(
      robustScale([
        [1, 2, 3, 4, 5],
        [1, 2, 3, 4, 500],
      ]),
    ).toBeCloseTo(1.4826, 4)
  })
})
