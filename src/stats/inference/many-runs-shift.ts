// The shift of two sides with many runs each. The time grows with the runs and not with their pairs: blocked-test.ts
// looks at all pairwise differences, and this file searches by halving. The ranks' p is the normal approximation at
// such numbers anyway.

import { tTwoSidedP } from '../distributions/continuous.ts'
import { pooledRanks, rankSumP, sortedValues } from '../ranks/rank-sum.ts'
import type { Block } from '../ranks/stratified-ranks.ts'
import { cauchyCombination } from './cauchy-combination.ts'
import { isMadeByOutliers, type Shift, withZero } from './shift-intervals.ts'
import { welch } from './t-tests.ts'

/** Halvings of a range until nothing is left of it in double precision. */
const HALVINGS = 60

/** The end of the part of [low, high] in which `holds` is true; it holds at `low`, and changes once. */
function lastWhere(low: number, high: number, holds: (x: number) => boolean): number {
  let [inside, outside] = [low, high]
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (inside + outside) / 2
    if (holds(middle)) inside = middle
    else outside = middle
  }
  return inside
}

/** How many of the differences b − a are at most `limit`; both sides ascending. */
function countUpTo(a: number[], b: number[], limit: number): number {
  let [count, j] = [0, 0]
  for (const value of a) {
    while (j < b.length && (b[j] as number) - value <= limit) j++
    count += j
  }
  return count
}

/** The middle of all differences b − a, both sides ascending: the Hodges-Lehmann shift. */
function middleDifference(a: number[], b: number[]): number {
  const pairs = a.length * b.length
  const [least, most] = [(b[0] as number) - (a.at(-1) as number), (b.at(-1) as number) - (a[0] as number)]
  // The k-th smallest difference is where the count first reaches k.
  const kth = (k: number) => lastWhere(least - (most - least), most, limit => countUpTo(a, b, limit) < k)
  return pairs % 2 === 1 ? kth((pairs + 1) / 2) : (kth(pairs / 2) + kth(pairs / 2 + 1)) / 2
}

/** The number of places between the centre and the mean at which the search looks for a gap that outlying runs have made. */
const LOOKS = 64

/**
 * The shift of one block whose sides vary as `blockedShift` gives it, to about 1e-12. Where outlying runs have made a gap of the
 * accepted shifts between the estimate and the difference of means, it ends the interval if one of 64 places is in it.
 */
export function manyRunsShift(block: Block): Shift {
  const [a, b] = [sortedValues(block.a), sortedValues(block.b)]
  const { difference, standardError, df } = welch(a, b)
  const shift = middleDifference(a, b)
  const meansP = (at: number) => tTwoSidedP((at - difference) / standardError, df)
  const ranksP = (at: number) => rankSumP(pooledRanks(a, b, at))
  const pAt = (at: number) => cauchyCombination([meansP(at), ranksP(at)])
  const p = pAt(0)
  const endTowards = (direction: number, target: number) => {
    const isAccepted = (steps: number) => pAt(shift + direction * steps) > target
    const toMean = Math.max(0, direction * (difference - shift))
    const mayEnd = toMean > 0 && isMadeByOutliers(ranksP(difference), target)
    for (let i = 1; mayEnd && i <= LOOKS; i++) {
      if (isAccepted((i * toMean) / LOOKS)) continue
      return shift + direction * lastWhere(((i - 1) * toMean) / LOOKS, (i * toMean) / LOOKS, isAccepted)
    }
    let [inside, reach] = [toMean, standardError]
    while (isAccepted(inside + reach)) {
      inside += reach
      reach *= 2
    }
    return shift + direction * lastWhere(inside, inside + reach, isAccepted)
  }
  const intervalAt = (level: number) => {
    const target = 1 - level
    return withZero(endTowards(-1, target), endTowards(1, target), shift, p > target)
  }
  return { shift, p, intervalAt }
}
