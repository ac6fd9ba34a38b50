// Whether processes or measurements are too short for the clock that times them.
import type { Warning } from '../../model/index.ts'
import { middle } from '../../stats/describe/order-statistics.ts'
import { median } from '../../stats/describe/summary.ts'
import { formatShare, isClocked } from '../../units.ts'
import { type NoisyRow, namedSides } from './row-noise.ts'

/** Starting and ending a process varies by some 50 µs: one percent of this. */
const SHORTEST_RUN = 5e6

const milliseconds = (nanoseconds: number) => `${Number((nanoseconds / 1e6).toPrecision(2))} ms`

/** How much of a run is the start of its process. The floor was measured apart, so a short run may even be below it. */
function floorText(floor: number, run: number): string {
  if (floor <= 0) return ''
  return floor < run
    ? `, ${milliseconds(floor)} of which an empty process takes`
    : `, no more than an empty process (${milliseconds(floor)})`
}

/** Wall times of processes below 5 ms, or null. */
export function shortRuns(row: NoisyRow): Warning | null {
  if (row.processFloor == null) return null
  const measured = namedSides(row).filter(({ values }) => values.length > 0)
  const shortest = Math.min(...measured.map(({ values }) => median(values)))
  if (shortest >= SHORTEST_RUN) return null
  const message =
    `a run takes ${milliseconds(shortest)}${floorText(row.processFloor, shortest)}: give it more to do, 5 ms at ` +
    'least, or use delta, which takes the start of the process out'
  return { code: 'short-runs', message }
}

const FEWEST_MEASUREMENTS = 20
/** At most this share of the measurements differs from all others, else the smallest difference is chance. */
const DISTINCT = 0.5
const SMALLEST_STEP = 0.01
/** Closer values differ by rounding only. */
const ROUNDING = 1e-9

/** All measurements of both sides in ascending order; typed, since a large comparison has millions. */
function measurementsOf(row: NoisyRow): Float64Array {
  const runs = namedSides(row).flatMap(side => side.runs)
  const values = new Float64Array(runs.reduce((sum, run) => sum + run.length, 0))
  let at = 0
  for (const run of runs) for (const value of run) values[at++] = value
  return values.sort()
}

/** The smallest difference of sorted values that are mostly equal; null where they are not, or all the same. */
function stepOf(sorted: Float64Array): number | null {
  let [different, step] = [1, Number.POSITIVE_INFINITY]
  for (let i = 1; i < sorted.length; i++) {
    const distance = (sorted[i] as number) - (sorted[i - 1] as number)
    if (distance > 0) different++
    if (distance > ROUNDING * (sorted[i] as number)) step = Math.min(step, distance)
  }
  return different <= DISTINCT * sorted.length && Number.isFinite(step) ? step : null
}

/** Times and rates whose clock steps by 1 % of a measurement or more, or null. */
export function coarseClock(row: NoisyRow): Warning | null {
  if (!isClocked(row.unit)) return null
  const sorted = measurementsOf(row)
  const step = sorted.length >= FEWEST_MEASUREMENTS ? stepOf(sorted) : null
  const share = step === null ? 0 : step / middle(sorted)
  if (share < SMALLEST_STEP || !Number.isFinite(share)) return null
  const message =
    `the benchmark's clock steps by ${formatShare(share, 2)} of a measurement: time many iterations at once, ` +
    'or use a finer clock'
  return { code: 'coarse-clock', message }
}
