// The exact posterior of the steps between measured commits, for one set of assumptions: a product partition model (Barry and
// Hartigan 1993, JASA 88) by forward and backward sums over its segments (Fearnhead 2006, Stat Comput 16). Between two
// steps all commits have one level. Steps between two neighbouring measured commits are one.
import type { Assumed } from './assumptions.ts'
import type { CommitLevel } from './commit-levels.ts'

export type SegmentInput = {
  /** The measured commits. The first point may be the end that all were measured against, with no rounds. */
  points: CommitLevel[]
  /** Whether the first point is the end that all were measured against. */
  fromEnd: boolean
  /** The variance of that end's own level, as `spread`. */
  endSpread: number
  /** The logarithms of the probabilities, before measuring, that there is a step in gap g, before point g, and that there is none. */
  logStep: Float64Array
  logStay: Float64Array
}

/** The sums of one set of assumptions; logarithms. */
export type SegmentSums = {
  evidence: number
  /** Of points 0 to j, with a segment that ends at j. */
  forward: Float64Array
  /** Of points i and later, with a segment that begins at i. */
  backward: Float64Array
  /** Of segment i to j, at i * points + j. */
  segments: Float64Array
  /** The mean level of it. */
  means: Float64Array
}

const { exp, log, log1p, max, PI } = Math

/** log(exp(a) + exp(b)) */
const plus = (a: number, b: number): number => {
  const top = max(a, b)
  return top === -Infinity ? top : top + log1p(exp(-Math.abs(a - b)))
}

/** The likelihood of each segment against one at level 0, with its level integrated out: normal around 0 with `step`. */
function fillSegments(
  { points, fromEnd, endSpread, logStay }: SegmentInput,
  assumed: Assumed,
  sums: SegmentSums,
): number {
  const n = points.length
  const variances = points.map(({ spread }) => assumed.run ** 2 * spread + assumed.build ** 2)
  let base = 0
  for (const [k, { rounds, mean }] of points.entries()) {
    const variance = variances[k] as number
    if (rounds > 0) base -= (log(2 * PI * variance) + mean ** 2 / variance) / 2
  }
  for (let i = 0; i < n; i++) {
    // The level of the end is 0, as well as it is known.
    const around = i === 0 && fromEnd ? endSpread * assumed.run ** 2 : assumed.step ** 2
    let [precision, weighted, stay] = [0, 0, 0]
    for (let j = i; j < n; j++) {
      const { rounds, mean } = points[j] as CommitLevel
      const variance = variances[j] as number
      if (rounds > 0) {
        precision += 1 / variance
        weighted += mean / variance
      }
      if (j > i) stay += logStay[j] as number
      const total = precision + 1 / around
      const gain = around === 0 ? 0 : (weighted ** 2 / total - log(1 + around * precision)) / 2
      sums.segments[i * n + j] = gain + stay
      sums.means[i * n + j] = around === 0 ? 0 : weighted / total
    }
  }
  return base
}

/** The sums over all ways to part the points into segments. */
export function segmentSums(input: SegmentInput, assumed: Assumed): SegmentSums {
  const n = input.points.length
  const { logStep } = input
  const empty = () => new Float64Array(n).fill(-Infinity)
  const [forward, backward] = [empty(), empty()]
  const sums = {
    evidence: 0,
    forward,
    backward,
    segments: new Float64Array(n * n),
    means: new Float64Array(n * n),
  }
  const base = fillSegments(input, assumed, sums)
  const segment = (i: number, j: number) => sums.segments[i * n + j] as number
  for (let j = 0; j < n; j++) {
    let sum = segment(0, j)
    for (let i = 1; i <= j; i++)
      sum = plus(sum, (forward[i - 1] as number) + (logStep[i] as number) + segment(i, j))
    forward[j] = sum
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = segment(i, n - 1)
    for (let j = i; j < n - 1; j++)
      sum = plus(sum, segment(i, j) + (logStep[j + 1] as number) + (backward[j + 1] as number))
    backward[i] = sum
  }
  return { ...sums, evidence: base + (forward[n - 1] as number) }
}
