import { describe, expect, it } from '@jest/globals'
import { judgeRun } from '../../../src/measure/evidence/judge-run.ts'
import type { MachineEvidence } from '../../../src/model/index.ts'
import { quietMachine, quietRun } from './quiet-run.ts'

const codes = (judged: ReturnType<typeof judgeRun>) => [
  judged.validity,
  ...judged.reasons.map(({ code }) => code),
]

const judged = (machine: Partial<MachineEvidence>, run = {}) =>
  codes(judgeRun({ ...quietRun(), ...run, machine: { ...quietMachine(), ...machine } }, 'warm'))

describe('judging a run', () => {
  it('finds a quiet run valid, and so a run without evidence', () => {
    expect(judged({})).toEqual(['valid'])
    expect(codes(judgeRun({ ...quietRun(), machine: null }, 'warm'))).toEqual(['valid'])
    const unknown = Object.fromEntries(Object.keys(quietMachine()).map(key => [key, null]))
    const pressure = { cpu: null, memory: null, io: null }
    expect(judged({ ...unknown, window: 2e9, cpus: 1, pinned: true, pressure })).toEqual(['valid'])
  })

  it('doubts 2 % of steal and rejects 15 %', () => {
    expect(judged({ steal: 40e6 })).toEqual(['suspect', 'steal'])
    expect(judged({ steal: 300e6 })).toEqual(['invalid', 'steal'])
  })

  it('ignores one tick of steal in a short run', () => {
    const short = { wallTime: 50e6, userTime: 50e6, systemTime: 0 }
    expect(judged({ window: 60e6, steal: 10e6 }, short)).toEqual(['valid'])
    expect(judged({ window: 60e6, steal: 30e6 }, short)).toEqual(['invalid', 'steal'])
  })

  it('doubts foreign load beyond what clock ticks may be off by', () => {
    expect(judged({ foreignTime: 30e6 })).toEqual(['valid'])
    expect(judged({ foreignTime: 120e6 })).toEqual(['suspect', 'foreign-load'])
    expect(judged({ foreignTime: 900e6 })).toEqual(['invalid', 'foreign-load'])
  })

  it('doubts a run that may use all CPUs when others use them too', () => {
    const anywhere = { pinned: false, cpus: 4, foreignTime: null }
    expect(judged({ ...anywhere, outsideShare: 0.04 })).toEqual(['valid'])
    expect(judged({ ...anywhere, outsideShare: 0.3 })).toEqual(['suspect', 'foreign-load'])
    expect(judged({ ...anywhere, outsideShare: 0.9 })).toEqual(['invalid', 'foreign-load'])
    const machine = { ...quietMachine(), ...anywhere, outsideShare: 0.9 }
    const [reason] = judgeRun({ ...quietRun(), machine }, 'warm').reasons
    expect(reason?.message).toBe('other processes used 90 % of all CPUs')
  })

  it('does not doubt a run for what the run of the other side did on the same CPUs', () => {
    const machine = { ...quietMachine(), foreignTime: 900e6, steal: 300e6 }
    const shared = (run = {}) => codes(judgeRun({ ...quietRun(), ...run, machine }, 'warm', true))
    expect(shared()).toEqual(['invalid', 'steal'])
    expect(shared({ involuntarySwitches: 5000 })).toEqual(['invalid', 'steal'])
  })

  it('allows more for a run that is often idle, because ticks hit it at random', () => {
    const halfIdle = { userTime: 1e9, systemTime: 0 }
    expect(judged({ foreignTime: 120e6 }, halfIdle)).toEqual(['valid'])
    expect(judged({ foreignTime: 400e6 }, halfIdle)).toEqual(['suspect', 'foreign-load'])
  })

  it('uses involuntary switches only when a run is too short for ticks', () => {
    const short = { wallTime: 100e6, userTime: 100e6, systemTime: 0 }
    expect(judged({ window: 110e6 }, { ...short, involuntarySwitches: 30 })).toEqual([
      'suspect',
      'involuntary-switches',
    ])
    expect(judged({ window: 110e6 }, { ...short, involuntarySwitches: 3 })).toEqual(['valid'])
    expect(judged({ window: 110e6, pinned: false }, { ...short, involuntarySwitches: 30 })).toEqual(['valid'])
    const long = { wallTime: 4e9, userTime: 4e9, involuntarySwitches: 4000 }
    expect(judged({ window: 4e9 }, long)).toEqual(['valid'])
  })

  it('rejects a run in which the CPU was throttled', () => {
    expect(judged({ throttled: 1 })).toEqual(['invalid', 'throttled'])
  })

  it('rejects a run that waited for swap, doubts one while much was swapped, and ignores single pages', () => {
    expect(judged({ swappedPages: 3 }, { majorFaults: 2 })).toEqual(['invalid', 'swapped'])
    expect(judged({ swappedPages: 4000 })).toEqual(['suspect', 'swapped'])
    expect(judged({ swappedPages: 3 })).toEqual(['valid'])
  })

  it('doubts a run that had to wait for its files, unless the caches were meant to be cold', () => {
    expect(judged({}, { majorFaults: 1 })).toEqual(['valid'])
    expect(judged({}, { majorFaults: 400 })).toEqual(['suspect', 'major-faults'])
    expect(codes(judgeRun({ ...quietRun(), majorFaults: 400 }, 'cold'))).toEqual(['valid'])
  })

  it('doubts a run that left its CPU, but not one that moved among several', () => {
    const counters = {
      instructions: null,
      cycles: null,
      branchMisses: null,
      cacheMisses: null,
      migrations: 2,
      frequency: null,
    }
    expect(judged({}, { counters })).toEqual(['suspect', 'migrated'])
    expect(judged({ cpus: 4 }, { counters })).toEqual(['valid'])
  })

  it('doubts a run under a storm of device interrupts, or waiting for memory', () => {
    expect(judged({ deviceInterrupts: 6000 })).toEqual(['suspect', 'device-interrupts'])
    expect(judged({ deviceInterrupts: 1000 })).toEqual(['valid'])
    // Its own requests, and its own packets over loopback.
    expect(judged({ deviceInterrupts: 6000 }, { voluntarySwitches: 5000 })).toEqual(['valid'])
    expect(judged({ softirqs: 400_000 })).toEqual(['valid'])
    const memory = { some: 1e9, full: 0.1e9 }
    expect(judged({ pressure: { cpu: null, memory, io: null } })).toEqual(['suspect', 'memory-stall'])
  })

  it('is invalid if any rule says so, and gives all reasons', () => {
    const machine = { ...quietMachine(), throttled: 1, steal: 60e6 }
    const { validity, reasons } = judgeRun({ ...quietRun(), machine }, 'warm')
    expect(validity).toBe('invalid')
    expect(reasons.map(({ message }) => message)).toEqual([
      "the hypervisor took 3 % of the benchmark's CPUs (steal)",
      'the CPU slowed itself down for heat',
    ])
  })
})
