import { describe, expect, it } from '@jest/globals'
import { countsOf, perOperation } from '../../../src/measure/runs/delta.ts'
import type { PlannedRun } from '../../../src/measure/runs/schedule.ts'
import type { RunEvidence } from '../../../src/model/index.ts'

const planned = (number: number): PlannedRun => ({ side: 'candidate', kind: 'measured', number })

const process = (wallTime: number, userTime: number, instructions: number | null = null): RunEvidence => ({
  startedAt: '2026-11-20T12:00:00.000Z',
  wallTime,
  userTime,
  systemTime: 0,
  peakMemory: wallTime,
  voluntarySwitches: 0,
  involuntarySwitches: 0,
  minorFaults: 0,
  majorFaults: 0,
  counters: {
    instructions,
    cycles: null,
    branchMisses: instructions === null ? null : instructions / 100,
    cacheMisses: null,
    migrations: null,
    frequency: null,
  },
})

describe('the difference of n and 2n', () => {
  it('cancels the costs that both processes have in common', () => {
    // 40 ms of start-up, then 3 µs and 700 instructions for each of 1000.
    const [small, large] = [process(43e6, 42e6, 5_700_000), process(46e6, 45e6, 6_400_000)]
    expect(perOperation(small, large, 1000, planned(0))).toMatchObject({
      wallTime: 3000,
      userTime: 3000,
      systemTime: 0,
      peakMemory: 46e6,
      instructions: 700,
      cycles: null,
      branchMisses: 7,
      cacheMisses: null,
    })
  })

  it('is zero for a user time that shrank by the grain of its clock', () => {
    expect(perOperation(process(10, 5), process(20, 4), 1, planned(0)).userTime).toBe(0)
  })

  it('says what to do when twice the work took no longer', () => {
    expect(() => perOperation(process(2e6, 0), process(2e6, 0), 10, planned(2))).toThrow(
      /^delta: run 3 of the candidate took 2\.000 ms with \{n\}=10 and 2\.000 ms with \{n\}=20: .* choose a larger delta/,
    )
  })

  it('starts with n and 2n in turn', () => {
    expect([0, 1, 2].map(number => countsOf(7, planned(number)))).toEqual([
      [7, 14],
      [14, 7],
      [7, 14],
    ])
    expect(countsOf(0, planned(0))).toEqual([])
  })
})
