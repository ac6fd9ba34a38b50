// The machine's activity around one process: reads its counts before and after, and judges the run by the difference.
import type { MachineEvidence, RunEvidence, Stall } from '../../model/index.ts'
import { type FileCache, judgeRun } from './judge-run.ts'
import { type EvidenceSources, type MachineCounts, readCounts } from './read.ts'

/** The run as the kernel accounted it; times in nanoseconds. */
type OwnTimes = Pick<RunEvidence, 'wallTime' | 'userTime' | 'systemTime' | 'counters'>

/** How much a count grew; null when it is unknown or shrank: a counter wrapped around, or a CPU went offline. */
function grown(before: number | null | undefined, after: number | null | undefined): number | null {
  if (before == null || after == null || after < before) return null
  return after - before
}

const grownStall = (before: Stall | null, after: Stall | null): Stall | null =>
  before && after && { some: grown(before.some, after.some), full: grown(before.full, after.full) }

/** Busy time that the run does not explain. Its wrappers work before and after it, which is not foreign load. */
function unexplained(busy: number | null, run: OwnTimes, window: number): number | null {
  if (busy === null) return null
  const wrappers = Math.max(0, window - run.wallTime)
  return Math.max(0, busy - run.userTime - run.systemTime - wrappers)
}

/** The share of the other CPUs that was busy; without pinning, of all CPUs beyond the run itself. */
function outsideShare(
  before: MachineCounts,
  after: MachineCounts,
  run: OwnTimes,
  window: number,
): number | null {
  const [from, to] = before.pinned ? [before.others, after.others] : [before.own, after.own]
  const busy = grown(from?.busy, to?.busy)
  const all = grown(from?.all, to?.all)
  if (busy === null || all === null || all === 0) return null
  return Math.min(1, (before.pinned ? busy : (unexplained(busy, run, window) ?? 0)) / all)
}

/** The machine's activity between two reads of the same sources around `run`. */
export function machineEvidence(before: MachineCounts, after: MachineCounts, run: OwnTimes): MachineEvidence {
  const window = after.at - before.at
  const busy = grown(before.own?.busy, after.own?.busy)
  const stall = (kind: keyof MachineCounts['pressure']) =>
    grownStall(before.pressure[kind], after.pressure[kind])
  return {
    window,
    cpus: after.cpus,
    pinned: after.pinned,
    steal: grown(before.own?.steal, after.own?.steal),
    foreignTime: after.pinned ? unexplained(busy, run, window) : null,
    outsideShare: outsideShare(before, after, run, window),
    deviceInterrupts: grown(before.interrupts?.device, after.interrupts?.device),
    timerInterrupts: grown(before.interrupts?.timer, after.interrupts?.timer),
    otherInterrupts: grown(before.interrupts?.other, after.interrupts?.other),
    softirqs: grown(before.softirqs, after.softirqs),
    throttled: grown(before.throttled, after.throttled),
    frequency: run.counters?.frequency ?? after.frequency,
    temperature: after.temperature,
    swappedPages: grown(before.swappedPages, after.swappedPages),
    pressure: { cpu: stall('cpu'), memory: stall('memory'), io: stall('io') },
  }
}

/**
 * A function to call right before a process. It returns one to call right after its end, which adds `machine` and `judgement` to the
 * evidence. `isShared` where two runs have these CPUs at the same time, so that neither can tell the other from foreign load.
 */
export function watchMachine(
  sources: EvidenceSources,
  cache: FileCache,
  isShared = false,
): () => (evidence: RunEvidence) => RunEvidence {
  // The first read is slow, because its code is not compiled yet.
  readCounts(sources)
  return () => {
    const before = readCounts(sources)
    return evidence => {
      const found = machineEvidence(before, readCounts(sources), evidence)
      const foreign = { foreignTime: null, ...(!found.pinned && { outsideShare: null }) }
      const seen = { ...evidence, machine: isShared ? { ...found, ...foreign } : found }
      return { ...seen, judgement: judgeRun(seen, cache, isShared) }
    }
  }
}
