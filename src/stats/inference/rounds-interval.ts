// The interval of the test of rounds: the shifts that it does not reject, with all between them. The p-values of the
// ranks change only at breakpoints. Farther out than the centres of all tests every p-value only falls, so that a
// binary search finds each end.
import { pOfEvidence } from './cauchy-combination.ts'
import { firstWhere } from './shift-intervals.ts'

/**
 * The evidence against a shift: that of the means by its distance from theirs, that of the ranks by the piece between
 * `breakpoints` (distinct, ascending; piece k lies between numbers k − 1 and k), exactly and quickly. `beyond` is the
 * largest of the shifts at which one of the tests finds nothing. The interval holds the estimate, `centre`, in any case.
 */
type RoundsView = {
  breakpoints: number[]
  centre: number
  mean: number
  beyond: number
  means: (distance: number) => number
  ranks: (piece: number) => number
  quickRanks: (piece: number) => number
}

const STEPS = 100
/** Logarithms of p-values closer than this are the same. */
const CLOSE = 1e-11
/** Below this a p-value may have become 0. */
const LEAST = 1e-300

/**
 * The distance between `low` and `high` at which the evidence of the means reaches `room`: by false position on log p, where
 * t tests are nearly straight (the Illinois algorithm: Dowell & Jarratt 1971, BIT 11).
 */
function reach(means: RoundsView['means'], room: number, low: number, high: number): number {
  const target = Math.log(pOfEvidence(room))
  const beyond = (distance: number) => target - Math.log(Math.max(LEAST, pOfEvidence(means(distance))))
  let [inside, outside] = [low, high]
  let [least, most] = [beyond(inside), beyond(outside)]
  for (let step = 0; step < STEPS; step++) {
    const next = (inside * most - outside * least) / (most - least)
    if (!(next > inside && next < outside)) break
    const found = beyond(next)
    if (Math.abs(found) < CLOSE) return next
    if (found < 0) [inside, least, most] = [next, found, most / 2]
    else [outside, most, least] = [next, found, least / 2]
  }
  return inside
}

/** How far the mean is from the shift of a piece that is nearest to it. */
function nearest({ breakpoints, mean }: RoundsView, piece: number): number {
  const [left, right] = [breakpoints[piece - 1] ?? mean, breakpoints[piece] ?? mean]
  return Math.max(0, left - mean, mean - right)
}

/** Whether any shift of a piece is accepted; evidence of `need` rejects. */
const isAccepted = (view: RoundsView, piece: number, need: number) =>
  view.means(nearest(view, piece)) + view.ranks(piece) < need

/** The last accepted shift of a piece that has one. */
function endWithin(view: RoundsView, piece: number, need: number): number {
  const { breakpoints, mean, means, ranks } = view
  const right = breakpoints[piece]
  const room = need - ranks(piece)
  const accepted = nearest(view, piece)
  if (right !== undefined && (right <= mean || means(right - mean) < room)) return right
  let rejected = right === undefined ? accepted + 1 : right - mean
  while (means(rejected) < room) rejected *= 2
  return mean + reach(means, room, accepted, rejected)
}

/** The largest shift whose evidence is below `need`, and at least the estimate. */
export function roundsEnd(view: RoundsView, need: number): number {
  const { breakpoints, centre, mean, beyond, means, ranks, quickRanks } = view
  const all = breakpoints.length
  const start = firstWhere(0, all, all >> 1, k => (breakpoints[k] as number) > beyond)
  const isRejected = (piece: number, evidence = ranks) =>
    means(Math.abs((breakpoints[piece - 1] as number) - mean)) + evidence(piece) >= need
  if (isAccepted(view, start, need)) {
    const guess = firstWhere(start + 1, all + 1, start + 1, k => isRejected(k, quickRanks))
    const last = firstWhere(start + 1, all + 1, guess, isRejected) - 1
    return Math.max(centre, endWithin(view, last, need))
  }
  // Single runs far out have moved one of the centres to where the others speak against it.
  for (let piece = start - 1; piece >= 0 && (breakpoints[piece] as number) > centre; piece--) {
    if (isAccepted(view, piece, need)) return Math.max(centre, endWithin(view, piece, need))
  }
  return centre
}
