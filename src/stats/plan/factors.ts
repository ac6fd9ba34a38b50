// The factors of a plan: how many standard errors an effect must have to be found, the upper bound of a standard deviation,
// and the level that few runs leave to the t half of the combined test.

import { chiSquareQuantile, tCritical, tQuantile } from '../distributions/continuous.ts'
import { remembered } from '../remembered.ts'
import { cauchyPartner } from '../tests/cauchy-combination.ts'

/**
 * The effect that a test at two-sided `alpha` finds with probability `power` and df degrees of freedom, in standard
 * errors: the sum of two t quantiles, an approximation to the noncentral t (Cohen 1988).
 */
export const detectableFactor = remembered(
  (alpha: number, power: number, df: number): number => tCritical(alpha, df) + tQuantile(power, df),
)

/** How sure the bound is. */
const CONFIDENCE = 0.8

const upperFactor = remembered((df: number) => Math.sqrt(df / chiSquareQuantile(1 - CONFIDENCE, df)))

/**
 * The upper 80 % bound of a standard deviation that was estimated with df degrees of freedom: sd·√(df / χ²). A plan made
 * with the estimate itself promises too much in half of all cases.
 */
export const upperSd = (sd: number, df: number): number => sd * upperFactor(df)

/** The runs of both sides of a block. */
type Sizes = { runsA: number; runsB: number }

/**
 * The smallest two-sided p that the Mann-Whitney test of so many runs can have: all of one side above all of the other.
 * So few runs may leave the ranks unable to be significant, and what they cannot add the t half has to bring.
 */
export function smallestRankP({ runsA, runsB }: Sizes): number {
  let orders = 1
  for (let i = 1; i <= runsA; i++) orders *= (runsB + i) / i
  return Math.min(1, 2 / orders)
}

/** The smallest p of the stratified test: every block's ranks have to agree. */
export function smallestBlockedRankP(blocks: Sizes[]): number {
  return 2 * blocks.reduce((product, block) => (product * smallestRankP(block)) / 2, 1)
}

/** The smallest p of the signed-rank test: all differences on one side of zero. */
export const smallestSignedRankP = (pairs: number): number => 2 ** (1 - pairs)

/** The level that t has to reach for a combined test at `alpha`: below alpha where the ranks cannot reach alpha. */
export function levelOfT(alpha: number, smallestP: number): number {
  return smallestP > alpha ? cauchyPartner(alpha, smallestP) : alpha
}
