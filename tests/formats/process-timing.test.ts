import { describe, expect, it } from '@jest/globals'
import { processTiming } from '../../src/formats/process-timing.ts'
import type { ProcessFigures } from '../../src/model/index.ts'

const run = (more: Partial<ProcessFigures> = {}): ProcessFigures => ({
  wallTime: 10,
  userTime: 6,
  systemTime: 1,
  peakMemory: 4096,
  ...more,
})

const metrics = (runs: ProcessFigures[], perOperation = false) =>
  processTiming('sort', runs, perOperation).samples.map(({ metric, unit }) => `${metric} ${unit}`.trim())

describe('timed processes', () => {
  it('give one measurement per run and metric, the wall time first', () => {
    const { samples } = processTiming('sort', [run(), run({ wallTime: 12 })], false)
    expect(samples[0]).toEqual({
      name: 'sort',
      metric: 'wall-time',
      unit: 'ns',
      better: 'lower',
      runs: [[10], [12]],
    })
    expect(samples.map(sample => sample.metric)).toEqual([
      'wall-time',
      'user-time',
      'system-time',
      'peak-memory',
    ])
  })

  it('have counters where every run has them', () => {
    const counted = { instructions: 900, cycles: 500, branchMisses: 3, cacheMisses: null }
    expect(metrics([run(counted), run(counted)]).slice(4)).toEqual([
      'instructions',
      'cycles',
      'branch-misses',
    ])
  })

  it('leave a counter out that one run lacks: a metric of some runs would be a failure', () => {
    expect(metrics([run({ instructions: 900 }), run({ instructions: null })])).not.toContain('instructions')
  })

  it('are per operation where pairs of processes were measured, except the peak memory', () => {
    expect(metrics([run({ instructions: 7 })], true)).toEqual([
      'wall-time ns/op',
      'user-time ns/op',
      'system-time ns/op',
      'peak-memory B',
      'instructions /op',
    ])
  })
})
