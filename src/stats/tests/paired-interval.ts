// The confidence interval of the centre of pair differences by inverting the paired test, around the median
// of their Walsh averages.

import { middle } from '../ranks/hodges-lehmann.ts'
import { quickSignedRankP, signedRankP } from '../ranks/signed-rank-p.ts'
import { signedRanks } from '../ranks/signed-ranks.ts'
import { walshAverages } from '../ranks/walsh-averages.ts'
import { oneSampleT } from './one-sample-t.ts'
import { pairedTest } from './paired-test.ts'
import { distinct, insidePiece, oncePerPiece, shiftIntervals } from './shift-intervals.ts'

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
