// Confidence intervals of a shift by inverting a combined test. As a function of the shift, the rank half of its
// p-value only steps at the pairwise differences (breakpoints), and the t half has a closed inverse between them. So an
// end is found exactly and without root finding: the first piece that begins rejected, then the t half's end inside the
// piece before it. The blocked test uses it; rounds-interval.ts has the interval of the test of rounds.
import { tCritical, tTwoSidedP } from '../distributions/continuous.ts'
import { cauchyCombination, cauchyPartner } from './cauchy-combination.ts'
import { type TTest, tInterval } from './t-tests.ts'

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
  ranks: (piece: number) => number
  quickRanks: (piece: number) => number
}

/** The smallest integer in [low, high] from which `holds` is true, else `high`; fast when `guess` is near. */
export function firstWhere(low: number, high: number, guess: number, holds: (k: number) => boolean): number {
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

/** The first piece from `start` (that of the centre) on that begins with a rejected shift, or the number of pieces. */
function firstRejected(view: ShiftView, start: number, target: number): number {
  const { breakpoints, centre, mean, standardError, df, ranks, quickRanks } = view
  const pieces = breakpoints.length + 1
  const begin = (k: number) => (k === start ? centre : (breakpoints[k - 1] as number))
  const welchP = (shift: number) => tTwoSidedP((shift - mean) / standardError, df)
  const isRejected = (k: number, rankP = ranks) => cauchyCombination([welchP(begin(k)), rankP(k)]) <= target
  // Up to the difference of means Welch's p rises while the ranks' p falls: there every piece is looked at, unless
  // even the smallest p-values of both together are accepted. Beyond it both fall, and a search by halves will do.
  const beyondMean = firstWhere(start, pieces, start, k => begin(k) >= mean)
  const atCentre = welchP(centre)
  const isSuspect = (k: number) => cauchyCombination([atCentre, ranks(k)]) <= target
  const suspect = firstWhere(start, beyondMean, beyondMean - 1, isSuspect)
  for (let k = suspect; k < beyondMean; k++) if (isRejected(k)) return k
  const guess = firstWhere(beyondMean, pieces, pieces, k => isRejected(k, quickRanks))
  return firstWhere(beyondMean, pieces, guess, isRejected)
}

/** The largest shift that is connected with the centre and has a combined p above `target`. */
export function acceptanceEnd(view: ShiftView, target: number): number {
  const { breakpoints, centre, mean, standardError, df, ranks } = view
  const middle = breakpoints.length >> 1
  const start = firstWhere(0, breakpoints.length, middle, k => (breakpoints[k] as number) > centre)
  const rejected = firstRejected(view, start, target)
  // This takes many ties at the estimate: without, the ranks' p is 1 on either side of it.
  if (rejected === start) return centre
  const end = mean + standardError * tCritical(cauchyPartner(target, ranks(rejected - 1)), df)
  return Math.min(end, breakpoints[rejected - 1] ?? end)
}

/**
 * Whether runs far out have made the accepted shifts around the mean, by the ranks' p there: Welch's p close to 1 silences the
 * ranks, which alone would reject them, even beside a Welch's p of 0.5.
 */
export const isMadeByOutliers = (ranksP: number, target: number) => cauchyCombination([0.5, ranksP]) <= target

/** The distinct values of a sorted list. */
export function distinctSorted(sorted: Float64Array): number[] {
  const values: number[] = []
  for (const value of sorted) if (value !== values.at(-1)) values.push(value)
  return values
}

/** A shift strictly inside piece k, which lies between the breakpoints k − 1 and k. */
export function insidePiece(breakpoints: number[], piece: number): number {
  const right = breakpoints[piece] ?? (breakpoints[piece - 1] as number) + 1
  const left = breakpoints[piece - 1] ?? right - 1
  return (left + right) / 2
}

/** A function of the piece that is computed once a piece. */
export function oncePerPiece<T>(compute: (piece: number) => T): (piece: number) => T {
  const known: T[] = []
  return piece => {
    known[piece] ??= compute(piece)
    return known[piece]
  }
}

/** The same view from above to below: all shifts change their sign. */
export function mirrored<
  View extends Pick<ShiftView, 'breakpoints' | 'centre' | 'mean' | 'ranks' | 'quickRanks'>,
>(view: View): View {
  const last = view.breakpoints.length
  return {
    ...view,
    breakpoints: view.breakpoints.map(shift => -shift).reverse(),
    centre: -view.centre,
    mean: -view.mean,
    ranks: (piece: number) => view.ranks(last - piece),
    quickRanks: (piece: number) => view.quickRanks(last - piece),
  }
}

/** Moves an end to zero where the interval and the test of no shift would contradict each other. */
export function withZero(low: number, high: number, centre: number, accepted: boolean): [number, number] {
  if (accepted) return [Math.min(low, 0), Math.max(high, 0)]
  if (low >= 0 || high <= 0) return [low, high]
  return centre > 0 ? [0, high] : [low, 0]
}

/** A shift with its p-value, and its interval [low, high] at a confidence level (0.99, say). */
export type Shift = { shift: number; p: number; intervalAt: (level: number) => [number, number] }

/** The shift of a t test alone, with its interval. */
export function shiftOfMeans(test: TTest): Shift {
  const { difference, p } = test
  const intervalAt = (level: number) => withZero(...tInterval(test, level), difference, p > 1 - level)
  return { shift: difference, p, intervalAt }
}
