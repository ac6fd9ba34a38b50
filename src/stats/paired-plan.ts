// The effect that a planned number of pairs finds, and the pairs that an effect needs: what
// detectable-effect.ts and runs-needed.ts do for runs without pairs.
import { cauchyPartner } from './cauchy-combination.ts'
import { type RunsNeededInput, upperSd } from './runs-needed.ts'
import { smallestCount } from './smallest-count.ts'
import { tCritical, tQuantile } from './t-distribution.ts'

export type PairedEffectInput = { sd: number; pairs: number; alpha: number; power: number }

/** The level that t has to reach: where even the smallest p of the ranks is above alpha, less than alpha. */
function levelOfT(pairs: number, alpha: number): number {
  const smallestRankP = 2 ** (1 - pairs)
  return smallestRankP > alpha ? cauchyPartner(alpha, smallestRankP) : alpha
}

/**
 * The log effect (mean of pair differences; ratio = exp) that the paired test at two-sided `alpha` finds with
 * probability `power`, for a standard deviation `sd` of the differences: the sum of two t quantiles (an
 * approximation to the noncentral t, Cohen 1988) with n − 1 degrees of freedom. Infinity without one.
 */
export function pairedDetectableEffect({ sd, pairs, alpha, power }: PairedEffectInput): number {
  const df = pairs - 1
  if (df < 1) return Number.POSITIVE_INFINITY
  return ((tCritical(levelOfT(pairs, alpha), df) + tQuantile(power, df)) * sd) / Math.sqrt(pairs)
}

/**
 * The smallest number of pairs, at least 2, for a pilot's sd of the differences; null when `maximum` are too
 * few.
 */
export function pairsNeeded(input: RunsNeededInput): number | null {
  const { effect, alpha, power, confidence = 0.8, maximum = 1000 } = input
  const sd = upperSd(input.sd, input.df, confidence)
  return smallestCount(maximum, pairs => pairedDetectableEffect({ sd, pairs, alpha, power }) <= effect)
}
