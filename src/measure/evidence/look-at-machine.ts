// The machine before anything is measured: what disturbs it already, by the rules by which runs are judged.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Judgement, RunEvidence, Warning } from '../../model/index.ts'
import { allowedCpus } from '../pin/topology.ts'
import { Interrupted } from '../runs/errors.ts'
import { judgeRun } from './judge-run.ts'
import { machineEvidence } from './machine-evidence.ts'
import { TICK } from './proc-tables.ts'
import { type EvidenceSources, readCounts, textOf } from './read.ts'

/** With less than this share of its memory available, a machine drops files that a run needs, or swaps. */
export const LEAST_MEMORY = 0.05

/** A warning when /proc/meminfo says that next to no memory is available; else null. */
export function littleMemory(meminfo: string): Warning | null {
  const kibibytes = (name: string) =>
    Number(new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(meminfo)?.[1] ?? Number.NaN)
  const share = kibibytes('MemAvailable') / kibibytes('MemTotal')
  if (!(share < LEAST_MEMORY)) return null
  const free = Math.round(kibibytes('MemAvailable') / 1024)
  return { code: 'little-memory', message: `only ${free} MiB of memory are available` }
}

/**
 * CPU time that this process has used where it may run on one of `cpus`, and that of its processes that have ended, in
 * nanoseconds.
 */
function ownTime(cpus: number[]): number {
  const { user, system } = process.cpuUsage()
  const own = allowedCpus().some(cpu => cpus.includes(cpu)) ? (user + system) * 1e3 : 0
  // proc(5): cutime and cstime are the fields 16 and 17; the second field is a name that may hold spaces.
  const fields = (textOf('/proc/self/stat') ?? '').split(') ').at(-1)?.split(' ') ?? []
  return own + (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * TICK
}

/** A run that did nothing while `window` nanoseconds went by, in which this process and its own used `cpuTime`. */
const idleRun = (window: number, cpuTime: number): RunEvidence => ({
  startedAt: new Date().toISOString(),
  wallTime: window,
  userTime: cpuTime,
  systemTime: 0,
  peakMemory: null,
  voluntarySwitches: 0,
  involuntarySwitches: null,
  minorFaults: null,
  majorFaults: null,
})

/**
 * Watches the CPUs of `sources` for a while and judges a run that would do nothing there: valid on a quiet machine,
 * else with what disturbs it. What `work` does meanwhile, in processes that it waits for, does not count as a disturbance.
 * Throws Interrupted when `signal` fires, and as `work` does.
 */
export async function lookAtMachine(
  sources: EvidenceSources,
  milliseconds: number,
  signal: AbortSignal,
  work: () => Promise<void> = async () => {},
): Promise<Judgement> {
  const begun = ownTime(sources.cpus)
  const before = readCounts(sources)
  const over = sleep(milliseconds, undefined, { signal }).catch(() => {
    throw new Interrupted('stopped before the first run')
  })
  await Promise.all([over, work()])
  const after = readCounts(sources)
  const run = idleRun(after.at - before.at, ownTime(sources.cpus) - begun)
  const machine = machineEvidence(before, after, run)
  const memory = littleMemory(textOf(join(sources.root, 'proc/meminfo')) ?? '')
  const { validity, reasons } = judgeRun({ ...run, machine }, 'warm')
  if (memory === null) return { validity, reasons }
  return { validity: validity === 'valid' ? 'suspect' : validity, reasons: [...reasons, memory] }
}
