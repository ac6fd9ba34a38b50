// What the clock itself costs: a few runs of `true` behind the same wrappers, and behind bash where the benchmark is,
// before anything is measured. Reported, and never subtracted: the floor varies as the runs do, so that a difference would
// hide its noise in the result; it is the same for both sides, and `delta` is there for those whom it disturbs.
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import type { ClockFacts, RunEvidence } from '../../model/index.ts'
import { emptyCommand, type Shell } from '../runs/command-line.ts'
import type { Step } from '../runs/schedule.ts'
import { type Running, runProcess } from './run-process.ts'

const RUNS = 5

const middle = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] as number

function paranoia(): string {
  try {
    return readFileSync('/proc/sys/kernel/perf_event_paranoid', 'utf8').trim()
  } catch {
    return 'unreadable'
  }
}

/** In words why instructions are not counted, from the errno of the attempt; undefined where it did open. */
export function whyNoCounters(errno: number | undefined): string {
  if (errno === undefined) return 'something else is using the hardware counters'
  if (errno === constants.errno.EACCES || errno === constants.errno.EPERM) {
    return `not allowed: kernel.perf_event_paranoid is ${paranoia()}, at most 2 is needed (or a container's seccomp)`
  }
  return 'this machine shows none, as most virtual machines'
}

type Trial = { evidence: RunEvidence; outside: number; counterErrors: number[] }

function countersOf({ evidence, counterErrors }: Trial, { clock }: Running): Partial<ClockFacts> {
  const { counters } = evidence
  if (clock === 'bash') return { counters: 'none', countersReason: 'perl is missing' }
  if (counters && counters.instructions !== null) return { counters: 'hardware', countersReason: null }
  return { counters: counters ? 'software' : 'none', countersReason: whyNoCounters(counterErrors[0]) }
}

/** Times `true` in `cwd`, started as the commands are. Throws as runProcess does. */
export async function calibrateClock(
  { watch: _, ...running }: Running,
  cwd: string,
  shell: Shell,
): Promise<ClockFacts> {
  const step: Step = { side: 'candidate', kind: 'warmup', number: 0 }
  const trials: Trial[] = []
  for (let i = 0; i < RUNS; i++) {
    const begin = performance.now()
    const { evidence, counterErrors } = await runProcess(emptyCommand(shell), { cwd, step, running })
    trials.push({ evidence, counterErrors, outside: (performance.now() - begin) * 1e6 - evidence.wallTime })
  }
  const peaks = trials.map(({ evidence }) => evidence.peakMemory)
  return {
    name: running.clock,
    floorWallTime: middle(trials.map(({ evidence }) => evidence.wallTime)),
    floorPeakMemory: peaks.includes(null) ? null : middle(peaks as number[]),
    outside: Math.round(middle(trials.map(trial => trial.outside))),
    counters: 'none',
    countersReason: null,
    ...countersOf(trials.at(-1) as Trial, running),
  }
}
