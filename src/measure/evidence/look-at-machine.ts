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

/** CPU time of the processes of this one that have ended, in nanoseconds. */
function endedTime(): number {
  // proc(5): cutime and cstime are the fields 16 and 17; the second field is a name that may hold spaces.
  const fields = (textOf('/proc/self/stat') ?? '').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * TICK
}

/** That, and the CPU time of this process. */
function ownTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) * 1e3 + endedTime()
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

/** Does work whose processes are put onto the CPUs that are looked at. */
type OnCpus = (work: () => Promise<void>) => Promise<void>

/**
 * Watches the CPUs of `sources` while `work` goes on, but at least for so many milliseconds, and judges a run that would do
 * nothing there: valid on a quiet machine, else with what disturbs it. What this process and those that `work` waits for use
 * is no disturbance. Where this process is off these CPUs, its processes are too, except for those that `work` starts by its
 * argument. Throws Interrupted when `signal` fires, and as `work` does.
 */
export async function lookAtMachine<Made>(
  sources: EvidenceSources,
  milliseconds: number,
  signal: AbortSignal,
  work: (onCpus: OnCpus) => Promise<Made>,
): Promise<Judgement & { made: Made }> {
  const isOff = !allowedCpus(sources.root).some(cpu => sources.cpus.includes(cpu))
  const time = isOff ? endedTime : ownTime
  let used = 0
  const counted = async <Result>(each: () => Promise<Result>): Promise<Result> => {
    const begun = time()
    const result = await each()
    used += time() - begun
    return result
  }
  const before = readCounts(sources)
  const made = await (isOff ? work(counted) : counted(() => work(each => each())))
  const left = milliseconds - (performance.now() - before.at / 1e6)
  await sleep(Math.max(0, left), undefined, { signal }).catch(() => {
    throw new Interrupted('stopped before the first run')
  })
  const after = readCounts(sources)
  const run = idleRun(after.at - before.at, used)
  const machine = machineEvidence(before, after, run)
  const memory = littleMemory(textOf(join(sources.root, 'proc/meminfo')) ?? '')
  const { validity, reasons } = judgeRun({ ...run, machine }, 'warm')
  if (memory === null) return { validity, reasons, made }
  return { validity: validity === 'valid' ? 'suspect' : validity, reasons: [...reasons, memory], made }
}
