import { describe, expect, it } from '@jest/globals'
import { jobDoubts } from '../../../src/measure/evidence/doubts-of-all-runs.ts'
import { judgeRun } from '../../../src/measure/evidence/judge-run.ts'
import type { MachineEvidence, RunEvidence } from '../../../src/model/index.ts'
import { quietMachine, quietRun } from './quiet-run.ts'

function run(machine: Partial<MachineEvidence> = {}, more: Partial<RunEvidence> = {}): RunEvidence {
  const made = { ...quietRun(), ...more, machine: { ...quietMachine(), ...machine } }
  return { ...made, judgement: judgeRun(made, 'warm') }
}

const runs = (count: number, machine: Partial<MachineEvidence> = {}, more: Partial<RunEvidence> = {}) =>
  Array.from({ length: count }, () => run(machine, more))

describe('the doubts about a job', () => {
  it('are none for quiet runs and for runs without evidence', () => {
    expect(jobDoubts(runs(20))).toEqual([])
    expect(jobDoubts([quietRun(), quietRun()])).toEqual([])
    expect(jobDoubts([])).toEqual([])
  })

  it('appear once, with the most common reason first and what to do about it', () => {
    const all = [...runs(12), ...runs(5, { steal: 60e6 }), ...runs(3, { foreignTime: 200e6, steal: 60e6 })]
    expect(jobDoubts(all)).toEqual([
      {
        code: 'doubtful-runs',
        message:
          '8 of 20 runs were disturbed (stolen CPU time in 8, foreign load in 3): measure on a machine of your own, or on a ' +
          'dedicated host',
      },
    ])
  })

  it('do not include a single suspect run of twenty, but a single invalid one', () => {
    expect(jobDoubts([...runs(19), run({ steal: 60e6 })])).toEqual([])
    const [only] = jobDoubts([...runs(19), run({ throttled: 1 })])
    expect(only?.message).toMatch(/^1 of 20 runs was disturbed badly \(throttling in 1\): cool/)
  })

  it('include load that clock ticks cannot show in single short runs', () => {
    const short = { wallTime: 100e6, userTime: 95e6, systemTime: 0 }
    const stolen = runs(100, { window: 110e6, steal: 5e6, foreignTime: 0 }, short)
    expect(stolen.every(each => each.judgement?.validity === 'valid')).toBe(true)
    expect(jobDoubts(stolen)[0]).toMatchObject({
      code: 'steal',
      message: expect.stringMatching(/took 4.5 % .* over the job/),
    })
    const loaded = runs(200, { window: 110e6, foreignTime: 8e6 }, short)
    expect(jobDoubts(loaded).map(({ code }) => code)).toEqual(['foreign-load'])
    expect(jobDoubts(runs(20, { window: 110e6, foreignTime: 3e6 }, short))).toEqual([])
  })

  it('include load on all CPUs of short runs that are not pinned', () => {
    const short = { wallTime: 20e6, userTime: 15e6, systemTime: 0 }
    const anywhere = { pinned: false, cpus: 2, window: 25e6, foreignTime: null }
    expect(jobDoubts(runs(200, { ...anywhere, outsideShare: 0.6 }, short)).map(({ code }) => code)).toEqual([
      'foreign-load',
    ])
    expect(jobDoubts(runs(200, { ...anywhere, outsideShare: 0.04 }, short))).toEqual([])
  })

  it('include a clock that moves between runs, but not a single odd value', () => {
    const moving = [...runs(15), ...runs(5, { frequency: 2.8e9 })]
    expect(jobDoubts(moving)).toEqual([
      {
        code: 'clock-moved',
        message:
          'the clock was not the same in 5 of 20 runs (2.80 to 3.40 GHz): set the governor to performance and ' +
          'turn turbo off',
      },
    ])
    expect(jobDoubts([...runs(19), run({ frequency: 0.8e9 })])).toEqual([])
  })

  it('include runs whose second attempt was disturbed as well', () => {
    const again = [run({}, { repeated: 'steal' }), run({ throttled: 1 }, { repeated: 'steal' })]
    expect(jobDoubts([...runs(8), ...again]).find(({ code }) => code === 'disturbed-again')?.message).toBe(
      '1 run was repeated and disturbed again; the repeated run counts',
    )
    expect(jobDoubts([...runs(9), run({}, { repeated: 'steal' })])).toEqual([])
  })
})
