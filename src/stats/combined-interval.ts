// The confidence interval of the shift b − a by inverting the combined test, around the Hodges-Lehmann estimate.
import { acceptanceEnd, type ShiftView } from './acceptance-end.ts'
import { combinedTest } from './combined-test.ts'
import { middle } from './hodges-lehmann.ts'
import { sortedValues } from './mann-whitney.ts'
import { pairwiseDifferences } from './pairwise-differences.ts'
import { type PooledRanks, pooledRanks } from './pooled-ranks.ts'
import { quickRankSumP, rankSumP } from './rank-sum-p.ts'
import { distinct } from './shift-intervals.ts'
import { type Welch, welch } from './welch.ts'

/** The ranks when all pairwise differences differ: then nothing is tied, and piece k is above k of the pairs. */
function untiedRanks(pairs: number, size: number): (piece: number) => PooledRanks {
  const groups = new Array<number>(size).fill(1)
  return piece => ({ doubledU: 2 * (pairs - piece), groups })
}

/** The ranks at a shift strictly inside a piece, each piece ranked once. */
function ranksByPiece(a: number[], b: number[], breakpoints: number[]): (piece: number) => PooledRanks {
  const [sortedA, sortedB] = [sortedValues(a), sortedValues(b)]
  const known: PooledRanks[] = []
  return piece => {
    const right = breakpoints[piece] ?? (breakpoints[piece - 1] as number) + 1
    const left = breakpoints[piece - 1] ?? right - 1
    known[piece] ??= pooledRanks(sortedA, sortedB, (left + right) / 2)
    return known[piece]
  }
}

function shiftView(a: number[], b: number[], { difference, standardError, df }: Welch): ShiftView {
  const differences = pairwiseDifferences(a, b)
  const breakpoints = distinct(differences)
  const isTied = breakpoints.length < differences.length
  const ranks = isTied
    ? ranksByPiece(a, b, breakpoints)
    : untiedRanks(differences.length, a.length + b.length)
  const known: number[] = []
  const rankP = (piece: number) => {
    known[piece] ??= rankSumP(ranks(piece), a.length, b.length)
    return known[piece]
  }
  const quickRankP = (piece: number) => quickRankSumP(ranks(piece), a.length, b.length)
  return { breakpoints, centre: middle(differences), mean: difference, standardError, df, rankP, quickRankP }
}

/** The same view from above to below: all shifts change their sign. */
function mirrored(view: ShiftView): ShiftView {
  const last = view.breakpoints.length
  return {
    ...view,
    breakpoints: view.breakpoints.map(shift => -shift).reverse(),
    centre: -view.centre,
    mean: -view.mean,
    rankP: piece => view.rankP(last - piece),
    quickRankP: piece => view.quickRankP(last - piece),
  }
}

/**
 * The interval [low, high] of the shift b − a for each confidence level (0.99, say); one number per run, at least
 * two runs a side. It is the connected piece of {shift: combinedTest(a, b, shift) > 1 − level} around the
 * Hodges-Lehmann estimate; a second piece, where Welch's p is close to 1 and the ranks' is small, is left out
 * unless zero is in it. So the interval and the test of no shift agree: zero is strictly inside only if
 * p > 1 − level, and strictly outside only if p <= 1 − level.
 * When both sides are constant the interval is their difference alone.
 */
export function combinedIntervals(a: number[], b: number[], levels: number[]): [number, number][] {
  const means = welch(a, b)
  if (means.standardError === 0) return levels.map(() => [means.difference, means.difference])
  const upwards = shiftView(a, b, means)
  const downwards = mirrored(upwards)
  const p = combinedTest(a, b)
  return levels.map(level => {
    const target = 1 - level
    const [low, high] = [-acceptanceEnd(downwards, target), acceptanceEnd(upwards, target)]
    // Zero may be in the piece that is left out: then the interval reaches for it, to agree with the test.
    return p > target ? [Math.min(low, 0), Math.max(high, 0)] : [low, high]
  })
}
