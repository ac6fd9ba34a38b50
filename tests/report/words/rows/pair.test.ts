import { describe, expect, it } from '@jest/globals'
import { rowPair } from '../../../../src/report/words/rows/row.ts'

const pair = (baseline: number | null, candidate: number | null, ratio: number | null) =>
  rowPair({ baseline, candidate, unit: 'ns', ratio })

describe('the values beside a change', () => {
  it('are the medians, where the change goes their way, or none is known', () => {
    expect(pair(100, 110, 1.08)).toEqual(['100 ns', '110 ns'])
    expect(pair(100, 100, 1.01)).toEqual(['100 ns', '100 ns'])
    expect(pair(100, 90, null)).toEqual(['100 ns', '90 ns'])
    expect(pair(null, 90, null)).toEqual(['–', '90 ns'])
  })

  it('never go the other way than the change', () => {
    expect(pair(100, 99, 1.02)).toEqual(['100 ns', '≈ 102 ns'])
    expect(pair(100, 101, 0.97)).toEqual(['100 ns', '≈ 97 ns'])
  })
})
