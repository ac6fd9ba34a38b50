// Measures the cost of the clock itself: a few runs of `true` behind the same wrappers, and behind bash if the
// benchmark is. The result is reported and never subtracted: it varies as runs do, so a difference would hide its
// noise. It is the same for both sides. If it is too large for a benchmark, `delta` takes it out.
import { constants } from 'node:os'
import { fileTree } from '../../kernel-files.ts'
import type { ClockFacts } from '../../model/index.ts'
import { upperMedian } from '../../stats/describe/order-statistics.ts'
import { emptyCommand, type Shell } from '../runs/command-line.ts'
import type { PlannedRun } from '../runs/schedule.ts'
import { type ProcessDone, type Running, runProcess } from './run-process.ts'

const RUNS = 4

/** Why instructions are not counted, from the errno of the attempt; undefined when the event could be opened. */
export function whyNoCounters(errno: number | undefined): string {
  if (errno === undefined) return 'something else is using the hardware counters'
  if (errno === constants.errno.EACCES || errno === constants.errno.EPERM) {
    const paranoid = fileTree('/').read('proc/sys/kernel/perf_event_paranoid') || 'unreadable'
    return `not allowed: kernel.perf_event_paranoid is ${paranoid}, at most 2 is needed (or a container's seccomp)`
  }
  return 'this machine shows none, as most virtual machines'
}

function countersOf(
  { evidence: { counters }, counterErrors }: ProcessDone,
  { clock }: Running,
): Pick<ClockFacts, 'counters' | 'countersReason'> {
  if (clock === 'bash') return { counters: 'none', countersReason: 'perl is missing' }
  if (counters && counters.instructions !== null) return { counters: 'hardware', countersReason: null }
  return { counters: counters ? 'software' : 'none', countersReason: whyNoCounters(counterErrors[0]) }
}

/**
 * Times `true` in `cwd`, started as the commands are. The first run only loads files. The floors are the least of the others: a disturbed
 * one says nothing about the clock. Throws as runProcess does.
 */
export async function calibrateClock(
  { watch: _, ...running }: Running,
  cwd: string,
  shell: Shell,
): Promise<ClockFacts> {
  const planned: PlannedRun = { side: 'candidate', kind: 'warmup', number: 0 }
  const trial = async () => {
    const begin = performance.now()
    const done = await runProcess(emptyCommand(shell), { cwd, planned, running })
    return { ...done, outside: (performance.now() - begin) * 1e6 - done.evidence.wallTime }
  }
  const first = await trial()
  const trials: (typeof first)[] = []
  for (let i = 0; i < RUNS; i++) trials.push(await trial())
  const peaks = trials.flatMap(({ evidence }) => evidence.peakMemory ?? [])
  return {
    name: running.clock,
    floorWallTime: Math.min(...trials.map(({ evidence }) => evidence.wallTime)),
    floorPeakMemory: peaks.length < RUNS ? null : Math.min(...peaks),
    outside: Math.round(upperMedian(trials.map(each => each.outside)) as number),
    ...countersOf(trials.at(-1) ?? first, running),
  }
}
