// Finds the likeliest place of the step between two levels, and the range of places that holds it with a given
// probability. Both come from the posterior of the place under normal noise and flat priors. Smith (1975), Biometrika
// 62. The variance is that of averages, so that autocorrelation widens the range.
import { type LevelNoise, levelOf, meanVariance } from './level-noise.ts'

/** C² (see step-scan.ts) of a step before each of the values in [from, to), 0 where a side would be too short. */
function squaresTaken(values: Float64Array, [from, to]: [number, number], minSide: number): Float64Array {
  const size = to - from
  const least = Math.min(minSide, size >> 1)
  const level = levelOf(values, from, to)
  let excess = 0
  return new Float64Array(size).map((_, k) => {
    if (k > 0) excess += (values[from + k - 1] as number) - level
    return k < least || k > size - least ? 0 : (excess ** 2 * size) / (k * (size - k))
  })
}

/** Where the largest of at least 2 is, but not at an end. */
function placeOfLargest(taken: Float64Array): number {
  const largest = taken.reduce((best, value, i) => (value > (taken[best] as number) ? i : best), 0)
  return Math.max(1, Math.min(taken.length - 1, largest))
}

/** The likeliest first value of the new level in the stretch [from, to) of at least 2 values. */
export const likeliestStep = (values: Float64Array, stretch: [number, number], minSide: number): number =>
  stretch[0] + placeOfLargest(squaresTaken(values, stretch, minSide))

/**
 * The range of places, shortest around the likeliest one, that holds the one step in the stretch [from, to) with
 * probability `level`: first and last possible first value of the new level.
 */
export function stepRange(
  values: Float64Array,
  stretch: [number, number],
  { noise, minSide, level }: { noise: LevelNoise; minSide: number; level: number },
): [number, number] {
  const from = stretch[0]
  const size = stretch[1] - from
  const taken = squaresTaken(values, stretch, minSide)
  const best = placeOfLargest(taken)
  const variance = meanVariance(noise, size) * size
  const weights = taken.map((squares, k) => {
    if (squares === 0) return 0
    const deficit = (taken[best] as number) - squares
    const fit = deficit === 0 ? 1 : Math.exp(-deficit / (2 * variance))
    return fit / Math.sqrt(k * (size - k))
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let [low, high, held] = [best, best, weights[best] as number]
  while (held < level * total) {
    const [before, after] = [weights[low - 1] ?? 0, weights[high + 1] ?? 0]
    if (before === 0 && after === 0) break
    held += Math.max(before, after)
    if (before >= after) low--
    else high++
  }
  return [from + low, from + high]
}
