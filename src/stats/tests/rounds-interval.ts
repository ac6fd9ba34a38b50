// The interval of the test of rounds: the shifts that it does not reject, with all between them. The ranks only step at
// breakpoints, and beyond the centres of all tests each speaks more and more against a shift, so an end is found by halves.
import { pOfEvidence } from './cauchy-combination.ts'
import { firstWhere } from './shift-intervals.ts'

/**
 * The evidence against a shift: of the means by its distance from theirs, of the ranks by the piece between `breakpoints`
 * (distinct, ascending; piece k lies between numbers k − 1 and k), exactly and by a quick approximation. `beyond` is the
 * largest of the shifts at which one of the tests finds nothing, `estimate` what the interval holds in any case.
 */
export type RoundsView = {
  breakpoints: number[]
  estimate: number
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
 * The distance above `low` and, where that is given, below `high` at which the evidence of the means reaches `room`: by
 * false position on log p, where t tests are nearly straight (the Illinois algorithm: Dowell & Jarratt 1971, BIT 11).
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

/** The last accepted shift of a piece; null where all of it is rejected. Evidence of `need` rejects. */
function endWithin(view: RoundsView, piece: number, need: number): number | null {
  const { breakpoints, mean, means, ranks } = view
  const [left, right] = [breakpoints[piece - 1] ?? Number.NEGATIVE_INFINITY, breakpoints[piece]]
  const room = need - ranks(piece)
  const nearest = Math.max(left, Math.min(mean, right ?? mean))
  const accepted = Math.abs(nearest - mean)
  if (!(means(accepted) < room)) return null
  if (right !== undefined && (right <= mean || means(right - mean) < room)) return right
  let rejected = right === undefined ? accepted + 1 : right - mean
  while (means(rejected) < room) rejected *= 2
  return mean + reach(means, room, accepted, rejected)
}

/** The largest shift whose evidence is below `need`, and at least the estimate. */
export function roundsEnd(view: RoundsView, need: number): number {
  const { breakpoints, estimate, mean, beyond, means, ranks, quickRanks } = view
  const all = breakpoints.length
  const start = firstWhere(0, all, all >> 1, k => (breakpoints[k] as number) > beyond)
  const isRejected = (piece: number, evidence = ranks) =>
    means(Math.abs((breakpoints[piece - 1] as number) - mean)) + evidence(piece) >= need
  const here = endWithin(view, start, need)
  if (here !== null) {
    const guess = firstWhere(start + 1, all + 1, start + 1, k => isRejected(k, quickRanks))
    const last = firstWhere(start + 1, all + 1, guess, isRejected) - 1
    return Math.max(estimate, last === start ? here : (endWithin(view, last, need) as number))
  }
  // Single runs far out have moved one of the centres to where the others speak against it.
  for (let piece = start - 1; piece >= 0 && (breakpoints[piece] as number) > estimate; piece--) {
    const end = endWithin(view, piece, need)
    if (end !== null) return Math.max(estimate, end)
  }
  return estimate
}

/** The same view from above to below: all shifts change their sign; `lowest` becomes what the others are beyond. */
export function mirroredRounds(view: RoundsView, lowest: number): RoundsView {
  const last = view.breakpoints.length
  return {
    ...view,
    breakpoints: view.breakpoints.map(shift => -shift).reverse(),
    estimate: -view.estimate,
    mean: -view.mean,
    beyond: -lowest,
    ranks: piece => view.ranks(last - piece),
    quickRanks: piece => view.quickRanks(last - piece),
  }
}
