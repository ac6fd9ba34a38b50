import { describe, expect, it } from '@jest/globals'
import { duetSlowdown } from '../../../src/job/doubts/duet-slowdown.ts'
import { emptyRecord, type ParsedRun } from '../../../src/job/record.ts'
import type { Side } from '../../../src/measure/runs/schedule.ts'
import { quietRun } from '../../measure/evidence/quiet-run.ts'
import { jobRequest } from '../job-request.ts'

const sides = ['baseline', 'candidate'] as const

/** Runs of both sides with these times in milliseconds, a little apart from each other. */
const runs = (count: number, { cpu, wall }: { cpu: number; wall: number }): ParsedRun[] =>
  Array.from({ length: count }, (_, number) =>
    sides.map((side: Side): ParsedRun => {
      const spread = 1 + number / 1000
      const times = { userTime: 1e6 * cpu * spread, systemTime: 0, wallTime: 1e6 * wall * spread }
      const planned = { side, kind: 'measured', number } as const
      const parsed = { samples: [], failures: [], warnings: [] }
      return {
        planned,
        evidence: [{ ...quietRun(), ...times }],
        perOperation: null,
        port: null,
        took: 1,
        parsed,
      }
    }),
  ).flat()

function said(alone: { cpu: number; wall: number }, beside: { cpu: number; wall: number }, duet = true) {
  const record = { ...emptyRecord(), solo: runs(3, alone), runs: runs(10, beside) }
  const request = jobRequest({ baseline: 'true', candidate: 'true' })
  return duetSlowdown({ record, request, schedule: { sides, seed: 1, duet } }).map(({ message }) => message)
}

describe('versions of a duet that slow each other down', () => {
  it('are told by the CPU time that they take, with the factor of each', () => {
    const [message, ...others] = said({ cpu: 100, wall: 100 }, { cpu: 140, wall: 140 })
    expect(others).toEqual([])
    expect(message).toContain('(1.41 times as much for the baseline, 1.41 times as much for the candidate)')
  })

  it('are not blamed for other programs that take the CPU, nor for a few percent, nor where they took turns', () => {
    expect(said({ cpu: 100, wall: 100 }, { cpu: 100, wall: 190 })).toEqual([])
    expect(said({ cpu: 100, wall: 100 }, { cpu: 105, wall: 105 })).toEqual([])
    expect(said({ cpu: 100, wall: 100 }, { cpu: 140, wall: 140 }, false)).toEqual([])
  })
})
