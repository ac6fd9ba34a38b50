// The test of runs that were made in pairs, and its interval: Student's t and the exact Wilcoxon signed-rank test on the
// same pair differences, in one p-value, as blocked-test.ts does for runs without pairs. What both runs of a pair share
// (a machine that slows down over the job) cancels in their difference.

import { middle, walshAverages } from '../ranks/hodges-lehmann.ts'
import { quickSignedRankP, signedRankP, signedRanks, wilcoxonSignedRank } from '../ranks/signed-ranks.ts'
import { cauchyCombination } from './cauchy-combination.ts'
import { distinct, insidePiece, oncePerPiece, shiftIntervals } from './shift-intervals.ts'
import { oneSampleT } from './t-tests.ts'

/**
 * The two-sided p-value that `differences` (b − a, one a pair, at least two pairs) are not centred on
 * `shift`.
 */
export function pairedTest(differences: number[], shift = 0): number {
  return cauchyCombination([oneSampleT(differences, shift).p, wilcoxonSignedRank(differences, shift)])
}

/**
 * The interval [low, high] of the centre of `differences` (b − a, one a pair, at least two pairs) for each
 * confidence level (0.99, say): the connected piece of {shift: pairedTest(differences, shift) > 1 − level}
 * around the Hodges-Lehmann estimate. Zero is on the test's side: strictly inside only if p > 1 − level,
 * strictly outside only if p <= 1 − level. Constant differences give themselves alone.
 */
export function pairedIntervals(differences: number[], levels: number[]): [number, number][] {
  const { mean, standardError, df } = oneSampleT(differences)
  if (standardError === 0) return levels.map(() => [mean, mean])
  const averages = walshAverages(differences)
  const breakpoints = distinct(averages)
  const ranks = oncePerPiece(piece => signedRanks(differences, insidePiece(breakpoints, piece)))
  const view = {
    breakpoints,
    centre: middle(averages),
    mean,
    standardError,
    df,
    rankP: oncePerPiece(piece => signedRankP(ranks(piece))),
    quickRankP: (piece: number) => quickSignedRankP(ranks(piece)),
  }
  return shiftIntervals(view, pairedTest(differences), levels)
}
