// The test of runs that alternated, by sides, and its interval: inverse-variance weighted Welch differences
// and the stratified Mann-Whitney test on the same run values, in one p-value. Welch has the power when runs are clean,
// the ranks keep it when single runs are far out. The block is a fixed effect: one shift for all.

import { middle } from '../describe/order-statistics.ts'
import { weightedDifferences } from '../ranks/hodges-lehmann.ts'
import type { Stratum } from '../ranks/rank-sum.ts'
import {
  type Block,
  quickStratifiedRankP,
  stratifiedRankP,
  stratifiedRanks,
} from '../ranks/stratified-ranks.ts'
import { blockedMean } from './blocked-mean.ts'
import { cauchyCombination } from './cauchy-combination.ts'
import { manyRunsShift } from './many-runs-shift.ts'
import {
  acceptanceEnd,
  distinctSorted,
  insidePiece,
  isMadeByOutliers,
  mirrored,
  oncePerPiece,
  type Shift,
  type ShiftView,
  withZero,
} from './shift-intervals.ts'

/** The two-sided p-value that b differs from a in all blocks alike; at least two runs a side of each of at least one block. */
export const blockedTest = (blocks: Block[]): number =>
  cauchyCombination([blockedMean(blocks).p, stratifiedRankP(stratifiedRanks(blocks)(0))])

/**
 * The upper end: that of the piece around the centre or, beyond it, of the piece around the mean. In one block there is such a
 * piece where many runs of a side are far from the others: two of five that are 10 % slower are not shown to be no change. Of
 * several blocks the mean follows the quiet machines while the ranks count all alike, so the truth is in that second piece too
 * often to leave it out (99 % would be 97 % with one quiet of four machines). Where the ranks exclude the second piece, an
 * outlying run has made it: without it, of two to eight simulated machines, at most 9.5 % of intervals of 90 % miss for 9.1 %.
 */
function upperEnd(view: ShiftView, target: number): number {
  const end = acceptanceEnd(view, target)
  const { breakpoints, mean, ranks } = view
  if (mean <= end) return end
  const beyond = breakpoints.findIndex(shift => shift > mean)
  const ranksP = ranks(beyond === -1 ? breakpoints.length : beyond)
  if (isMadeByOutliers(ranksP, target)) return end
  return acceptanceEnd({ ...view, centre: mean }, target)
}

/** From so many on, looking at every pair takes longer than the search. */
const MANY_PAIRS = 10_000

const hasManyPairs = ({ a, b }: Block) =>
  a.length * b.length > MANY_PAIRS && [a, b].some(side => side.some(value => value !== side[0]))

/** The ranks of one block without equal pairwise differences: nothing is tied, and piece k is above k of the pairs. */
function countedRanks({ a, b }: Block): (piece: number) => Stratum[] {
  const [m, n] = [a.length, b.length]
  const groups = new Array<number>(m + n).fill(1)
  return piece => [{ m, n, weight: 1, doubledU: 2 * (m * n - piece), groups }]
}

/** The ranks at a shift strictly inside a piece between `breakpoints`, the blocks' distinct pairwise differences. */
export function ranksByPiece(blocks: Block[], breakpoints: number[]): (piece: number) => Stratum[] {
  const [only] = blocks
  if (only && blocks.length === 1 && breakpoints.length === only.a.length * only.b.length) {
    return countedRanks(only)
  }
  const ranked = stratifiedRanks(blocks)
  return oncePerPiece(piece => ranked(insidePiece(breakpoints, piece)))
}

/**
 * The shift b − a that all blocks share: the stratified Hodges-Lehmann estimate, the p of no shift (that of `blockedTest`),
 * and its interval; at least two runs a side of each block. The interval spans all that is accepted, but for a piece
 * around the mean that outlying runs have made. When no run of any block varies it is the range of the blocks'
 * differences.
 */
export function blockedShift(blocks: Block[]): Shift {
  const [first] = blocks
  if (first && blocks.length === 1 && hasManyPairs(first)) return manyRunsShift(first)
  const { difference, standardError, df, blocks: means } = blockedMean(blocks)
  const differences = weightedDifferences(blocks)
  const [shift, p] = [middle(differences), blockedTest(blocks)]
  if (standardError === 0) {
    const own = means.map(mean => mean.difference)
    return { shift, p, intervalAt: () => [Math.min(...own), Math.max(...own)] }
  }
  const breakpoints = distinctSorted(differences)
  const strata = ranksByPiece(blocks, breakpoints)
  const view = {
    breakpoints,
    centre: shift,
    mean: difference,
    standardError,
    df,
    ranks: oncePerPiece(piece => stratifiedRankP(strata(piece))),
    quickRanks: (piece: number) => quickStratifiedRankP(strata(piece)),
  }
  const downwards = mirrored(view)
  const intervalAt = (level: number) => {
    const target = 1 - level
    return withZero(-upperEnd(downwards, target), upperEnd(view, target), shift, p > target)
  }
  return { shift, p, intervalAt }
}
