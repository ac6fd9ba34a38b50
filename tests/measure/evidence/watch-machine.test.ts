// Against the kernel itself: evidence of real processes.
import { spawn, spawnSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { describe, expect, it } from '@jest/globals'
import { evidenceLimits } from '../../../src/measure/evidence/limits.ts'
import { evidenceSources } from '../../../src/measure/evidence/sources.ts'
import { watchMachine } from '../../../src/measure/evidence/watch-machine.ts'
import { readTopology } from '../../../src/measure/pin/topology.ts'
import type { RunEvidence } from '../../../src/model/index.ts'

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
  it('sees a process that works on the CPU of a run that sleeps, and calls the run invalid', () => {
    const watch = watchMachine(evidenceSources([cpu]), evidenceLimits)
    const busy = spawn('taskset', ['-c', String(cpu), process.execPath, '-e', 'for (;;) {}'], {
      stdio: 'ignore',
    })
    const after = watch()
    const start = performance.now()
    spawnSync('sleep', ['1.5'])
    const evidence = after(sleeping((performance.now() - start) / 1e3))
    busy.kill('SIGKILL')
    expect(evidence.machine?.foreignTime).toBeGreaterThan(0.5e9)
    expect(evidence.judgement?.validity).toBe('invalid')
    expect(evidence.judgement?.reasons.map(({ code }) => code)).toContain('foreign-load')
  })

  it('keeps the evidence that it was given', () => {
    const watch = watchMachine(evidenceSources(null), evidenceLimits)
    const run = sleeping(0.001)
    const { machine, judgement, ...rest } = watch()(run)
    expect(rest).toEqual(run)
    expect(machine?.window).toBeGreaterThan(0)
    expect(machine?.timerInterrupts).not.toBeNull()
    expect(judgement?.validity).toBeDefined()
  })

  it('costs less than 2 ms of CPU time per process', () => {
    const watch = watchMachine(evidenceSources([cpu]), evidenceLimits)
    for (let i = 0; i < 50; i++) watch()(sleeping(0.1))
    const before = process.cpuUsage()
    for (let i = 0; i < 100; i++) watch()(sleeping(0.1))
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 100 / 1e3).toBeLessThan(2)
  })
})
