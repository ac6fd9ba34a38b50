// The machine before anything is measured: what disturbs it already, by the rules by which runs are judged.
import { setTimeout as sleep } from 'node:timers/promises'
import { fileTree } from '../../kernel-files.ts'
import type { Judgement, RunEvidence, Validity, Warning } from '../../model/index.ts'
import { allowedCpus } from '../pin/topology.ts'
import { Interrupted } from '../runs/errors.ts'
import { judgeRun } from './judge-run.ts'
import { machineEvidence } from './machine-evidence.ts'
import { type EvidenceSources, type MachineCounts, readCounts } from './read.ts'

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

/** A run that used `cpuTime` nanoseconds while `window` of them went by. */
const runOf = (window: number, cpuTime: number): RunEvidence => ({
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

/** Judges a run between two moments that did nothing, or one that used all CPU time: to that others' is not known. */
function judgeBetween(before: MachineCounts, after: MachineCounts, use: 'none' | 'all'): Judgement {
  const window = after.at - before.at
  const run = runOf(window, use === 'all' ? window * after.cpus : 0)
  return judgeRun({ ...run, machine: machineEvidence(before, after, run) }, 'warm')
}

const RANKS: Validity[] = ['valid', 'suspect', 'invalid']

/** All reasons, each once, those of the worst judgement first. */
function joined(judgements: Judgement[]): Judgement {
  const sorted = judgements.toSorted((a, b) => RANKS.indexOf(b.validity) - RANKS.indexOf(a.validity))
  const reasons = sorted.flatMap(judgement => judgement.reasons)
  const codes = reasons.map(({ code }) => code)
  return {
    validity: sorted[0]?.validity ?? 'valid',
    reasons: reasons.filter(({ code }, i) => codes.indexOf(code) === i),
  }
}

/** Does work whose processes are put onto the CPUs that are looked at. */
type OnCpus = (work: () => Promise<void>) => Promise<void>

/**
 * Watches the CPUs of `sources` while `work` goes on, and so many milliseconds longer, and judges runs that would do nothing there:
 * valid, or with what disturbs it. While this process or its own may use these CPUs, which is only while `work` calls its argument
 * if this process is off them, the load of others is not looked for: the own would hide it. Throws Interrupted, and as `work` does.
 */
export async function lookAtMachine<Made>(
  sources: EvidenceSources,
  milliseconds: number,
  signal: AbortSignal,
  work: (onCpus: OnCpus) => Promise<Made>,
): Promise<Judgement & { made: Made }> {
  const isOff = !allowedCpus(sources.root).some(cpu => sources.cpus.includes(cpu))
  const begin = readCounts(sources)
  const judgements: Judgement[] = []
  let from = begin
  const onCpus: OnCpus = async each => {
    judgements.push(judgeBetween(from, readCounts(sources), 'none'))
    await each()
    from = readCounts(sources)
  }
  const made = await work(isOff ? onCpus : each => each())
  if (!isOff) from = readCounts(sources)
  await sleep(milliseconds, undefined, { signal }).catch(() => {
    throw new Interrupted('stopped before the first run')
  })
  const end = readCounts(sources)
  judgements.push(judgeBetween(from, end, 'none'), judgeBetween(begin, end, 'all'))
  const memory = littleMemory(fileTree(sources.root).read('proc/meminfo'))
  if (memory !== null) judgements.push({ validity: 'suspect', reasons: [memory] })
  return { ...joined(judgements), made }
}
