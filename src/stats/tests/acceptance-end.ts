// Where the combined test begins to reject, looking upwards from the Hodges-Lehmann estimate.
//
// As a function of the shift, the rank half of the p-value only steps at the pairwise differences (breakpoints),
// and Welch's half has a closed inverse between them. So the end is found exactly and without root finding: the
// first piece that begins rejected, then Welch's end inside the piece before it.

import { tCritical, tTwoSidedP } from '../distributions/t.ts'
import { cauchyCombination, cauchyPartner } from './cauchy-combination.ts'

/**
 * The p-value as a function of the shift: distinct ascending breakpoints, piece k between numbers k − 1 and k,
 * the ranks' p on a piece (exact, and a quick approximation), and Welch's mean, standard error and df.
 */
export type ShiftView = {
  breakpoints: number[]
  centre: number
  mean: number
  standardError: number
  df: number
  rankP: (piece: number) => number
  quickRankP: (piece: number) => number
}

/** The smallest integer in [low, high] from which `holds` is true, else `high`; fast when `guess` is near. */
function firstWhere(low: number, high: number, guess: number, holds: (k: number) => boolean): number {
  let [from, to, k, stride] = [low, high, guess, 1]
  while (from < to) {
    if (k < from || k >= to) k = (from + to) >> 1
    if (holds(k)) {
      to = k
      k -= stride
    } else {
      from = k + 1
      k += stride
    }
    stride *= 2
  }
  return from
}

/**
 * The first piece from `start` on that begins with a rejected shift, or the number of pieces; the piece `start`
 * begins at the centre.
 */
function firstRejected(view: ShiftView, start: number, target: number): number {
  const { breakpoints, centre, mean, standardError, df, rankP, quickRankP } = view
  const pieces = breakpoints.length + 1
  const begin = (k: number) => (k === start ? centre : (breakpoints[k - 1] as number))
  const welchP = (shift: number) => tTwoSidedP((shift - mean) / standardError, df)
  const isRejected = (k: number, ranks = rankP) => cauchyCombination([welchP(begin(k)), ranks(k)]) <= target
  // Up to the difference of means Welch's p rises while the ranks' p falls: there every piece is looked at, unless
  // even the smallest p-values of both together are accepted. Beyond it both fall, and a search by halves will do.
  const beyondMean = firstWhere(start, pieces, start, k => begin(k) >= mean)
  const atCentre = welchP(centre)
  const isSuspect = (k: number) => cauchyCombination([atCentre, rankP(k)]) <= target
  const suspect = firstWhere(start, beyondMean, beyondMean - 1, isSuspect)
  for (let k = suspect; k < beyondMean; k++) if (isRejected(k)) return k
  const guess = firstWhere(beyondMean, pieces, pieces, k => isRejected(k, quickRankP))
  return firstWhere(beyondMean, pieces, guess, isRejected)
}

/** The largest shift that is connected with the centre and has a combined p above `target`. */
export function acceptanceEnd(view: ShiftView, target: number): number {
  const { breakpoints, centre, mean, standardError, df, rankP } = view
  const middle = breakpoints.length >> 1
  const start = firstWhere(0, breakpoints.length, middle, k => (breakpoints[k] as number) > centre)
  const rejected = firstRejected(view, start, target)
  // Only with many ties at the estimate; without, the ranks' p is 1 on either side of it.
  if (rejected === start) return centre
  const end = mean + standardError * tCritical(cauchyPartner(target, rankP(rejected - 1)), df)
  return Math.min(end, breakpoints[rejected - 1] ?? end)
}
