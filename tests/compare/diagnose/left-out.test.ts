import { describe, expect, it } from '@jest/globals'
import { leftOut } from '../../../src/compare/diagnose/left-out.ts'
import type { Sample } from '../../../src/model/index.ts'

const sample = (leftOut: (number | null)[] | null, unit: 's' | 'measurements' = 's'): Sample => ({
  ...{ name: 'latency', metric: 'p50', unit: 'ns', better: 'lower' },
  runs: [[1], [2], [3]],
  ...(leftOut && { warmUp: { unit, leftOut } }),
})
const said = (baseline: Sample | null, candidate: Sample, gates = true) =>
  leftOut({ gates, baselines: [baseline], candidates: [candidate] }).map(({ message }) => message)

describe('what was left out of the runs of a row', () => {
  it('is said of both sides together', () => {
    expect(said(sample([3.1, 4.2, 4]), sample([5, 3.9, 4.4]))).toEqual([
      'the first 3.1 to 5 s of each run left out: the level was not steady yet',
    ])
    expect(said(sample(null), sample([0, 4.2, 4.2]))).toEqual([
      'the first 4.2 s of 2 of 6 runs left out: the level was not steady yet',
    ])
    expect(said(null, sample([1, 1, 1], 'measurements'))).toEqual([
      'the first 1 measurement of each run left out: the level was not steady yet',
    ])
  })

  it('is nothing of a run that never got steady, which is said', () => {
    expect(said(sample([null, 0, 0]), sample([2, 0, null]))).toEqual([
      'the first 2 s of 1 of 6 runs left out: the level was not steady yet',
      '2 of 6 runs never got steady, and all of each counts: warm up longer, or make the runs longer',
    ])
  })

  it('is not said of a row that does not gate, or of which all counts', () => {
    expect(said(sample([1, 1, 1]), sample([1, 1, 1]), false)).toEqual([])
    expect(said(sample(null), sample(null))).toEqual([])
  })
})
