// A step that nobody could miss. Noise that carries on from night to night does not look like it, however strongly: the
// nights beside each other stay at two levels that are far apart. But the steps beside it, where they are not found yet,
// pass for such noise, and it would then explain this step, too.
import { ascending, middle, nearestQuantile } from '../describe/order-statistics.ts'
import { hampelScale } from './hampel.ts'

/** Fewer values on a side are no level that anybody would see. */
const LEAST_SIDE = 4
/** The median distance of fewer values is often next to nothing by chance: their largest one counts. */
const FEW = 5
/** So many values on a side, or fewer: they are near, or many. More may drift. */
const MOST_SIDES = [6, 20]
/** With 5, a fifth more of the histories whose noise has an autocorrelation of 0.6 get a mark. */
const LEAST_DEVIATIONS = 10
/** A tenth of a side may lie anywhere. */
const OUTER = 0.1

type LevelAndSpread = { level: number; sd: number }

/** The middle of ascending values, and their robust standard deviation. */
function levelAndSpread(sorted: number[]): LevelAndSpread {
  const level = middle(sorted)
  const distances = Float64Array.from(sorted, value => Math.abs(value - level))
  return { level, sd: sorted.length < FEW ? Math.max(...distances) : hampelScale(distances) }
}

/** Whether two sides lie far apart and do not overlap. */
function areApart(sides: Float64Array[]): boolean {
  const sorted = sides.map(side => ascending([...side]))
  const [one, other] = sorted.map(levelAndSpread) as [LevelAndSpread, LevelAndSpread]
  const [low, high] = one.level < other.level ? sorted : sorted.toReversed()
  const highest = nearestQuantile(1 - OUTER, low as number[]) as number
  const lowest = nearestQuantile(OUTER, high as number[]) as number
  const deviation = Math.hypot(one.sd, other.sd) / Math.SQRT2
  return highest < lowest && Math.abs(other.level - one.level) >= LEAST_DEVIATIONS * deviation
}

/**
 * Whether the values before and after `at`, within [from, to), lie ten robust standard deviations apart and do not
 * overlap. At least four values count on a side, also where they are of another level, and at most six or twenty.
 */
export function isGrossStep(values: Float64Array, at: number, [from, to]: [number, number]): boolean {
  const [first, last] = [Math.min(from, at - LEAST_SIDE), Math.max(to, at + LEAST_SIDE)]
  if (first < 0 || last > values.length) return false
  return MOST_SIDES.some(most =>
    areApart([
      values.subarray(Math.max(first, at - most), at),
      values.subarray(at, Math.min(last, at + most)),
    ]),
  )
}
