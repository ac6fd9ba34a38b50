// Whether measurements are so short that the benchmark's own clock shows steps: many are equal, and the smallest
// difference between others is a good part of one.
import type { Warning } from '../../model.ts'
import { median } from '../../stats/median.ts'
import { isTime } from '../../units.ts'
import type { NoisyRow } from './row-noise.ts'

const FEWEST = 20
/** At most this share of the measurements differs from all others, else the smallest difference is chance. */
const DISTINCT = 0.5
const SMALLEST_STEP = 0.01
/** Closer values differ by rounding only. */
const ROUNDING = 1e-9

/** Times whose clock steps by 1 % of a measurement or more, or null. */
export function coarseClock({ unit, baseline, candidate }: NoisyRow): Warning | null {
  const values = [...(baseline?.runs ?? []), ...candidate.runs].flat()
  const typical = values.length >= FEWEST && isTime(unit) ? median(values) : 0
  if (typical <= 0) return null
  const sorted = values.toSorted((x, y) => x - y)
  const steps = sorted
    .slice(1)
    .map((value, i) => value - (sorted[i] as number))
    .filter(step => step > ROUNDING * typical)
  if (steps.length === 0 || steps.length + 1 > DISTINCT * values.length) return null
  const share = Math.min(...steps) / typical
  if (share < SMALLEST_STEP) return null
  const message =
    `the benchmark's clock steps by ${Math.round(100 * share)} % of a measurement: time many iterations at once, ` +
    'or use a finer clock'
  return { code: 'coarse-clock', message }
}
