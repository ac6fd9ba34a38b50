// Whether processes are too short to be timed one by one: what the kernel does to start one is then most of it.
import type { Warning } from '../../model/index.ts'
import { median } from '../../stats/describe/summary.ts'
import type { NoisyRow } from './row-noise.ts'

/** Starting and ending a process varies by some 50 µs: one percent of this. */
const SHORTEST = 5e6

const milliseconds = (nanoseconds: number) => `${Number((nanoseconds / 1e6).toPrecision(2))} ms`

/** Wall times of processes below 5 ms, or null. */
export function shortRuns({ baseline, candidate, processFloor }: NoisyRow): Warning | null {
  if (processFloor == null) return null
  const shortest = Math.min(
    ...[baseline, candidate].map(side =>
      side?.values.length ? median(side.values) : Number.POSITIVE_INFINITY,
    ),
  )
  if (shortest >= SHORTEST) return null
  const floor = processFloor > 0 ? `, of which an empty process takes ${milliseconds(processFloor)}` : ''
  const message =
    `a run takes ${milliseconds(shortest)}${floor}: give it more to do, 5 ms at least, or use delta, ` +
    'which takes the start of the process out'
  return { code: 'short-runs', message }
}
