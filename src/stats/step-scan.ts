// Where a series steps most: the maximum of the CUSUM statistic over places and over intervals of all sizes, so that
// a step that is taken back later is seen as well. Intervals: seeded binary segmentation, Kovács et al. (2023),
// Biometrika 110, with decay 1/2. Known breaks are never looked across.
import { segmentsOf } from './level-noise.ts'

/**
 * The first place at the new level, and which share of all squares (around the means between known breaks) the step
 * takes away in its interval: C²/Σx² with C = √(l·r/(l + r)) times the difference of the means of the l values
 * before it and the r after it.
 */
export type Step = { at: number; share: number }

/** Scans values of the length it was made for; null when no interval is long enough or nothing varies. */
export type StepScan = (values: Float64Array) => Step | null

/** The parts of a stretch are no shorter than so many times the shortest side: shorter ones see little more. */
const SHORTEST_PART = 4

/** Overlapping intervals [from, to) of one stretch: all of it, then halves of the size at half-size distance. */
function seededIntervals([from, to]: [number, number], minSide: number): [number, number][] {
  const length = to - from
  if (length < 2 * minSide) return []
  const intervals: [number, number][] = [[from, to]]
  for (let parts = 2; length / parts >= SHORTEST_PART * minSide; parts *= 2) {
    const size = length / parts
    for (let i = 0; i < 2 * parts - 1; i++) {
      const start = from + (i * size) / 2
      intervals.push([Math.floor(start), Math.ceil(start + size)])
    }
  }
  return intervals
}

/** L/(l·(L − l)) for each left size l of an interval of L values. */
function weightsOf(length: number): Float64Array {
  return new Float64Array(length).map((_, left) => (left === 0 ? 0 : length / (left * (length - left))))
}

/**
 * A scan of `length` values with known `breaks` (ascending; each the first index after one), with at least `minSide`
 * values on either side of a step within its interval.
 */
export function stepScan(length: number, breaks: number[], minSide: number): StepScan {
  const stretches = segmentsOf(length, breaks)
  const intervals = stretches.flatMap(stretch => seededIntervals(stretch, minSide))
  const weights = new Map(intervals.map(([from, to]) => [to - from, weightsOf(to - from)]))
  const sums = new Float64Array(length + 1)
  return values => {
    let [sum, squares] = [0, 0]
    for (let i = 0; i < length; i++) {
      const value = values[i] as number
      sum += value
      squares += value * value
      sums[i + 1] = sum
    }
    for (const [from, to] of stretches) {
      if (to > from) squares -= ((sums[to] as number) - (sums[from] as number)) ** 2 / (to - from)
    }
    let [at, best] = [-1, -1]
    for (const [from, to] of intervals) {
      const weight = weights.get(to - from) as Float64Array
      const base = sums[from] as number
      const slope = ((sums[to] as number) - base) / (to - from)
      for (let k = minSide; k <= to - from - minSide; k++) {
        const excess = (sums[from + k] as number) - base - slope * k
        const taken = excess * excess * (weight[k] as number)
        if (taken > best) {
          best = taken
          at = from + k
        }
      }
    }
    return at < 0 || squares <= 0 ? null : { at, share: best / squares }
  }
}
