// The effect that a planned comparison finds with a given power: the usual sum of two t quantiles, for two sides
// with a common standard deviation between runs (an approximation to the noncentral t, Cohen 1988).
import { detectableFactor } from './detectable-factor.ts'
import { levelOfT, smallestRankP } from './smallest-rank-p.ts'

export type DetectableEffectInput = { sd: number; runsA: number; runsB: number; alpha: number; power: number }

/**
 * The log effect (difference of log means; ratio = exp) that a two-sided test at `alpha` finds with probability
 * `power`, for a standard deviation `sd` of the runs' log values. Infinity without a degree of freedom.
 */
export function detectableEffect({ sd, runsA, runsB, alpha, power }: DetectableEffectInput): number {
  const df = runsA + runsB - 2
  if (df < 1 || runsA < 1 || runsB < 1) return Number.POSITIVE_INFINITY
  const level = levelOfT(alpha, smallestRankP({ runsA, runsB }))
  return detectableFactor(level, power, df) * sd * Math.sqrt(1 / runsA + 1 / runsB)
}
