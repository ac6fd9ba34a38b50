// The confidence interval of the shift that several blocks share by inverting the blocked test, around the
// stratified Hodges-Lehmann estimate.
import { acceptanceEnd, type ShiftView } from './acceptance-end.ts'
import type { Block } from './block.ts'
import { blockedMean } from './blocked-mean.ts'
import { blockedTest } from './blocked-test.ts'
import { middle } from './hodges-lehmann.ts'
import { distinct, insidePiece, oncePerPiece, shiftIntervals } from './shift-intervals.ts'
import { weightedDifferences } from './stratified-hodges-lehmann.ts'
import { quickStratifiedRankP, stratifiedRankP } from './stratified-rank-p.ts'
import { stratifiedRanks } from './stratified-ranks.ts'

/** A piece around the mean matters unless the ranks' p there is below this share of the target. */
const NEGLIGIBLE = 0.1

/**
 * The upper end of the piece around the centre or, beyond it, of the piece around the mean. The mean follows
 * the quiet machines and the ranks count all alike, so the truth is in that second piece too often to leave
 * it out (99 % would be 97 % with one quiet of four machines). Where the ranks all but rule it out an
 * outlying run has made it; to leave it out then costs a tenth of the error rate at most.
 */
function sharedEnd(view: ShiftView, target: number): number {
  const end = acceptanceEnd(view, target)
  const { breakpoints, mean, rankP } = view
  if (mean <= end) return end
  const beyond = breakpoints.findIndex(shift => shift > mean)
  const piece = beyond === -1 ? breakpoints.length : beyond
  if (rankP(piece) <= NEGLIGIBLE * target) return end
  return acceptanceEnd({ ...view, centre: mean }, target)
}

/**
 * The interval [low, high] of the shift b − a for each confidence level (0.99, say); one number per run, at
 * least two runs a side of each block. It reaches from end to end of {shift: blockedTest(blocks, shift) > 1 −
 * level}, but for a negligible piece around the mean of outlying runs, and contains the Hodges-Lehmann
 * estimate. Zero is on the test's side: strictly inside only if p > 1 − level, strictly outside only if p <=
 * 1 − level. When no run of any block varies the interval is the range of the blocks' differences. With one
 * block this is `combinedIntervals`.
 */
export function blockedIntervals(blocks: Block[], levels: number[]): [number, number][] {
  const { difference, standardError, df, blocks: means } = blockedMean(blocks)
  if (standardError === 0) {
    const own = means.map(mean => mean.difference)
    return levels.map(() => [Math.min(...own), Math.max(...own)])
  }
  const differences = weightedDifferences(blocks)
  const breakpoints = distinct(differences)
  const ranked = stratifiedRanks(blocks)
  const strata = oncePerPiece(piece => ranked(insidePiece(breakpoints, piece)))
  const view = {
    breakpoints,
    centre: middle(differences),
    mean: difference,
    standardError,
    df,
    rankP: oncePerPiece(piece => stratifiedRankP(strata(piece))),
    quickRankP: (piece: number) => quickStratifiedRankP(strata(piece)),
  }
  return shiftIntervals(view, blockedTest(blocks), levels, blocks.length === 1 ? acceptanceEnd : sharedEnd)
}
