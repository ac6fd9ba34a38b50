// The effect that a planned number of pairs finds, and the pairs that an effect needs: what blocked-plan.ts does for
// runs without pairs.

import { levelOfT, smallestSignedRankP } from '../ranks/smallest-rank-p.ts'
import type { BlockedRunsInput } from './blocked-plan.ts'
import { detectableFactor } from './detectable-factor.ts'
import { smallestCount } from './smallest-count.ts'
import { upperSd } from './upper-sd.ts'

export type PairedEffectInput = { sd: number; pairs: number; alpha: number; power: number }

/**
 * The log effect (mean of pair differences; ratio = exp) that the paired test at two-sided `alpha` finds with
 * probability `power`, for a standard deviation `sd` of the differences: the sum of two t quantiles (an
 * approximation to the noncentral t, Cohen 1988) with n − 1 degrees of freedom. Infinity without one.
 */
export function pairedDetectableEffect({ sd, pairs, alpha, power }: PairedEffectInput): number {
  const df = pairs - 1
  if (df < 1) return Number.POSITIVE_INFINITY
  const level = levelOfT(alpha, smallestSignedRankP(pairs))
  return (detectableFactor(level, power, df) * sd) / Math.sqrt(pairs)
}

export type PairsNeededInput = Omit<BlockedRunsInput, 'sds'> & { sd: number }

/**
 * The smallest number of pairs, at least 2, for a pilot's sd of the differences; null when `maximum` are too
 * few.
 */
export function pairsNeeded(input: PairsNeededInput): number | null {
  const { effect, alpha, power, maximum = 1000 } = input
  const sd = upperSd(input.sd, input.df)
  return smallestCount(maximum, pairs => pairedDetectableEffect({ sd, pairs, alpha, power }) <= effect)
}
