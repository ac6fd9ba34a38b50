import { spawnSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { describe, expect, it } from '@jest/globals'
import { machineEvidence, watchMachine } from '../../../src/measure/evidence/machine-evidence.ts'
import { evidenceSources, type MachineCounts, readCounts } from '../../../src/measure/evidence/read.ts'
import { readTopology } from '../../../src/measure/pin/topology.ts'
import type { RunEvidence } from '../../../src/model/index.ts'
import { busyLoops } from '../../busy-loops.ts'
import { fakeTree } from '../fake-tree.ts'
import { fakeMachine, type Moment, start } from './fake-machine.ts'

const SECOND = 1e9

/** A reading of the machine at that moment, `at` seconds after the first one. */
function reading(changes: Partial<Moment>, at: number, cpus: number[] | null = [1]): MachineCounts {
  const root = fakeMachine(changes)
  return { ...readCounts(evidenceSources(cpus, root)), at: at * SECOND }
}

const ran = (seconds: number, more = {}) => ({
  wallTime: seconds * SECOND,
  userTime: 0.6 * SECOND,
  systemTime: 0.1 * SECOND,
  ...more,
})

describe('the evidence of one run', () => {
  const later = {
    user: start.user + 80,
    system: start.system + 20,
    softirq: start.softirq + 5,
    idle: start.idle + 15,
    steal: start.steal + 3,
    othersBusy: start.othersBusy + 30,
    othersIdle: start.othersIdle + 70,
    nic: start.nic + 250,
    timer: start.timer + 1000,
    netRx: start.netRx + 40,
    throttled: start.throttled + 2,
    kilohertz: 2_900_000,
    millidegrees: 63_000,
    swappedIn: start.swappedIn + 8,
    memoryFull: start.memoryFull + 20_000,
  }
  const evidence = machineEvidence(reading({}, 0), reading(later, 1.25), ran(1.2))

  it('is the growth of the pinned CPU’s counters, in nanoseconds', () => {
    expect(evidence).toMatchObject({
      window: 1.25 * SECOND,
      cpus: 1,
      pinned: true,
      steal: 30e6,
      deviceInterrupts: 250,
      timerInterrupts: 1000,
      otherInterrupts: 0,
      softirqs: 40,
      throttled: 2,
      swappedPages: 8,
      pressure: { cpu: { some: 0, full: 0 }, memory: { some: 0, full: 20_000_000 }, io: null },
    })
  })

  it('counts busy time as foreign if neither the run nor its wrappers can have used it', () => {
    // 105 ticks were busy: 0.7 s the run's, up to 50 ms of the wrappers'.
    expect(evidence.foreignTime).toBeCloseTo(0.3 * SECOND, -3)
    expect(
      machineEvidence(reading({}, 0), reading({ user: start.user + 70 }, 1.25), ran(1.2)).foreignTime,
    ).toBe(0)
  })

  it('shows how busy the other CPUs were', () => {
    expect(evidence.outsideShare).toBeCloseTo(0.3, 10)
  })

  it('takes frequency and temperature from the end, from the CPU and not from the disk', () => {
    expect(evidence.frequency).toBe(2.9 * SECOND)
    expect(evidence.temperature).toBeCloseTo(63, 10)
  })

  it('prefers the counted frequency to that of the driver', () => {
    const counters = { instructions: 1, cycles: 1, branchMisses: null, cacheMisses: null, migrations: 0 }
    const counted = ran(1.2, { counters: { ...counters, frequency: 3.1e9 } })
    expect(machineEvidence(reading({}, 0), reading(later, 1.25), counted).frequency).toBe(3.1e9)
  })

  it('is null when a counter shrank: it wrapped around, or its CPU was offline', () => {
    const back = { steal: 0, nic: 3, throttled: 0, swappedIn: 0, memoryFull: 0 }
    expect(machineEvidence(reading({}, 0), reading(back, 1.25), ran(1.2))).toMatchObject({
      steal: null,
      deviceInterrupts: null,
      throttled: null,
      swappedPages: null,
      pressure: { memory: { some: 0, full: null } },
    })
  })

  it('covers all CPUs if the run is not pinned, and counts nothing as foreign', () => {
    const all = machineEvidence(reading({}, 0, null), reading(later, 1.25, null), ran(1.2))
    expect(all).toMatchObject({
      cpus: 3,
      pinned: false,
      foreignTime: null,
      steal: 30e6,
      deviceInterrupts: 250,
    })
    // 135 ticks busy in all without the 0.7 s of the run and 50 ms of wrappers, of 223 ticks.
    expect(all.outsideShare).toBeCloseTo(0.6 / 2.23, 10)
  })

  it('is null except for the window if the machine shows nothing', () => {
    const root = fakeTree({ 'proc/stat': 'cpu  1 2 3 4\n' })
    const nothing = { ...readCounts(evidenceSources([1], root)), at: 0 }
    const { window, cpus, pinned, pressure, ...others } = machineEvidence(
      nothing,
      { ...nothing, at: 5 },
      ran(0),
    )
    expect([window, cpus, pinned]).toEqual([5, 1, true])
    expect(new Set([...Object.values(others), ...Object.values(pressure)])).toEqual(new Set([null]))
  })
})

const sleeping = (seconds: number): RunEvidence => ({
  startedAt: new Date().toISOString(),
  wallTime: seconds * 1e9,
  userTime: 0,
  systemTime: 0,
  peakMemory: null,
  voluntarySwitches: 1,
  involuntarySwitches: 0,
  minorFaults: 0,
  majorFaults: 0,
})

const cpu = readTopology().allowed.at(-1) as number

describe('watching the machine', () => {
  it('finds a process that works on the CPU of a sleeping run, and judges the run invalid', async () => {
    const watch = watchMachine(evidenceSources([cpu]), 'warm')
    const end = await busyLoops(1, cpu)
    const after = watch()
    const start = performance.now()
    spawnSync('sleep', ['1.5'])
    const evidence = after(sleeping((performance.now() - start) / 1e3))
    end()
    expect(evidence.machine?.foreignTime).toBeGreaterThan(0.5e9)
    expect(evidence.judgement?.validity).toBe('invalid')
    expect(evidence.judgement?.reasons.map(({ code }) => code)).toContain('foreign-load')
  })

  it('keeps the evidence that it gets', () => {
    const watch = watchMachine(evidenceSources(null), 'warm')
    const run = sleeping(0.001)
    const { machine, judgement, ...rest } = watch()(run)
    expect(rest).toEqual(run)
    expect(machine?.window).toBeGreaterThan(0)
    expect(machine?.timerInterrupts).not.toBeNull()
    expect(judgement?.validity).toBeDefined()
  })

  it('costs less than 2 ms of CPU time per process', () => {
    const watch = watchMachine(evidenceSources([cpu]), 'warm')
    for (let i = 0; i < 50; i++) watch()(sleeping(0.1))
    const before = process.cpuUsage()
    for (let i = 0; i < 100; i++) watch()(sleeping(0.1))
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 100 / 1e3).toBeLessThan(2)
  })
})
