// The smallest two-sided p that ranks can have: all of one side above all of the other. So few runs may leave them
// unable to be significant at all, and what they cannot add to the combined test the t-test has to bring.
import { cauchyPartner } from '../tests/cauchy-combination.ts'

export type Sizes = { runsA: number; runsB: number }

/** Of the Mann-Whitney test of so many runs a side. */
export function smallestRankP({ runsA, runsB }: Sizes): number {
  let orders = 1
  for (let i = 1; i <= runsA; i++) orders *= (runsB + i) / i
  return Math.min(1, 2 / orders)
}

/** Of the stratified test: every block's ranks have to agree. */
export function smallestBlockedRankP(blocks: Sizes[]): number {
  return 2 * blocks.reduce((product, block) => (product * smallestRankP(block)) / 2, 1)
}

/** Of the signed-rank test: all differences on one side of zero. */
export const smallestSignedRankP = (pairs: number): number => 2 ** (1 - pairs)

/** The level that t has to reach for a combined test at `alpha`: less than alpha where even the smallest p of the ranks is above it. */
export function levelOfT(alpha: number, smallestP: number): number {
  return smallestP > alpha ? cauchyPartner(alpha, smallestP) : alpha
}
