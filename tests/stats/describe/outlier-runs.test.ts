import { describe, expect, it } from '@jest/globals'
import { outlierRuns } from '../../../src/stats/describe/outlier-runs.ts'

describe('outlying runs', () => {
  it('are named by their index, in order', () => {
    expect(outlierRuns([0.5, 0.001, 0, 0.002, -0.001, 0.003, -0.4])).toEqual([0, 6])
  })

  it('must be far in standard deviations and in percent', () => {
    // More than 5 robust standard deviations, but only 2 %.
    expect(outlierRuns([0, 0.0001, -0.0001, 0.0002, 0.02])).toEqual([])
    expect(outlierRuns([0, 0.0001, -0.0001, 0.0002, 0.02], 0.01)).toEqual([4])
    // 10 %, but well within the spread.
    expect(outlierRuns([0, 0.05, -0.05, 0.08, -0.08, 0.1])).toEqual([])
  })

  it('can be told where the others are constant', () => {
    expect(outlierRuns([1, 1, 1, 1, 1.5])).toEqual([4])
    expect(outlierRuns([1, 2])).toEqual([])
  })
})
