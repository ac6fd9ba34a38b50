// The machine before anything is measured: what disturbs it already, by the rules by which runs are judged.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Judgement, RunEvidence, Warning } from '../../model/index.ts'
import { Interrupted } from '../runs/errors.ts'
import { judgeRun } from './judge-run.ts'
import { machineEvidence } from './machine-evidence.ts'
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

/** A run that did nothing while `window` nanoseconds went by; `cpu` is the CPU time that this process used. */
const idleRun = (window: number, cpu: NodeJS.CpuUsage): RunEvidence => ({
  startedAt: new Date().toISOString(),
  wallTime: window,
  userTime: cpu.user * 1e3,
  systemTime: cpu.system * 1e3,
  peakMemory: null,
  voluntarySwitches: 0,
  involuntarySwitches: null,
  minorFaults: null,
  majorFaults: null,
})

/**
 * Watches the CPUs of `sources` for a while and judges a run that would do nothing there: valid on a quiet machine,
 * else with what disturbs it. Throws Interrupted when `signal` fires.
 */
export async function lookAtMachine(
  sources: EvidenceSources,
  milliseconds: number,
  signal: AbortSignal,
): Promise<Judgement> {
  const begun = process.cpuUsage()
  const before = readCounts(sources)
  await sleep(milliseconds, undefined, { signal }).catch(() => {
    throw new Interrupted('stopped before the first run')
  })
  const after = readCounts(sources)
  const run = idleRun(after.at - before.at, process.cpuUsage(begun))
  const machine = machineEvidence(before, after, run)
  const memory = littleMemory(textOf(join(sources.root, 'proc/meminfo')) ?? '')
  const { validity, reasons } = judgeRun({ ...run, machine }, 'warm')
  if (memory === null) return { validity, reasons }
  return { validity: validity === 'valid' ? 'suspect' : validity, reasons: [...reasons, memory] }
}
