import { describe, expect, it } from '@jest/globals'
import { bimodality } from '../../../src/stats/describe/bimodality.ts'

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
