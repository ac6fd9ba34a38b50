// The stratified Mann-Whitney test: the ranks within each block, weighted and added up. Exact where counting is cheap,
// by convolution of the blocks' permutation distributions, else the normal approximation. Van Elteren (1960), Bulletin
// of the ISI 37.

import { remembered } from '../remembered.ts'
import {
  EXACT_PAIRS_TIED,
  EXACT_PAIRS_UNTIED,
  isTied,
  normalApproximation,
  pooledRanks,
  rankSumP,
  type Stratum,
  sortedValues,
} from './rank-sum.ts'
import { convolve, rankSumShares } from './rank-sum-distribution.ts'

/** One number per run of both sides: of a machine of a matrix or an attempt of a job, with a level of its own. */
export type Block = { a: number[]; b: number[] }

const LARGEST = 12
const TOLERANCE = 0.05

/**
 * Van Elteren's weights 1/(runs + 1), the best for a common shift, as the first integers that are right within 5 %: the
 * exact distribution stays on a small grid. Any weights that do not depend on the measured values give an exact test. Takes
 * the runs of each block, both sides together.
 */
export function blockWeights(runs: number[]): number[] {
  const smallest = Math.min(...runs)
  const wanted = runs.map(count => (smallest + 1) / (count + 1))
  for (let scale = 1; ; scale++) {
    const weights = wanted.map(weight => Math.max(1, Math.round(scale * weight)))
    const isRight = weights.every(
      (weight, i) => Math.abs(weight / (scale * (wanted[i] as number)) - 1) <= TOLERANCE,
    )
    if (isRight || scale === LARGEST) return weights
  }
}

/** Sorts the blocks' sides once and gives a function that ranks them at any shift of b. */
export function stratifiedRanks(blocks: Block[]): (shift: number) => Stratum[] {
  const weights = blockWeights(blocks.map(({ a, b }) => a.length + b.length))
  const sorted = blocks.map(({ a, b }, i) => {
    return { a: sortedValues(a), b: sortedValues(b), weight: weights[i] as number }
  })
  return shift => sorted.map(({ a, b, weight }) => pooledRanks(a, b, shift, weight))
}

/** The sum of weight·(2·U − m·n) over the blocks: an integer, zero when neither side is larger. */
function stratifiedBalance(strata: Stratum[]): number {
  return strata.reduce((sum, { m, n, weight, doubledU }) => sum + weight * (doubledU - m * n), 0)
}

const weightedPairs = (strata: Stratum[]) => strata.reduce((sum, { m, n, weight }) => sum + weight * m * n, 0)

/** Element i is the probability of a balance of i minus all weighted pairs. */
function shares(strata: Stratum[]): Float64Array {
  let sum: Float64Array = Float64Array.of(1)
  for (const { m, n, weight, groups } of strata) sum = convolve(sum, rankSumShares(m, n, groups), weight)
  return sum
}

/** The probability of x + weight·y <= limit, without their whole distribution. */
function below(x: Float64Array, y: Float64Array, weight: number, limit: number): number {
  let sum = 0
  const upTo = x.map(share => {
    sum += share
    return sum
  })
  let tail = 0
  for (let j = 0; j < y.length && weight * j <= limit; j++) {
    tail += (y[j] as number) * (upTo[Math.min(limit - weight * j, x.length - 1)] as number)
  }
  return tail
}

/** The probability of a balance at least `deviation` > 0 away from zero, with ties. */
function tails(strata: Stratum[], deviation: number): number {
  const { m, n, weight, groups } = strata.at(-1) as Stratum
  const [x, y] = [shares(strata.slice(0, -1)), rankSumShares(m, n, groups)]
  const limit = weightedPairs(strata) - deviation
  // Unequal sides with ties are not symmetrical: the upper tail is the lower one seen from the other end.
  return Math.min(1, below(x, y, weight, limit) + below(x.toReversed(), y.toReversed(), weight, limit))
}

/** Element d is the untied probability of a balance at least d away from zero. */
const untiedTable = remembered(
  (strata: Stratum[]): Float64Array => {
    const distribution = shares(strata)
    const pairs = (distribution.length - 1) / 2
    const table = new Float64Array(pairs + 1)
    let tail = 0
    for (let d = pairs; d > 0; d--) {
      tail += (distribution[pairs - d] as number) + (distribution[pairs + d] as number)
      table[d] = Math.min(1, tail)
    }
    table[0] = 1
    return table
  },
  strata => strata.map(({ m, n, weight }) => `${m} ${n} ${weight}`).join(', '),
)

/** The two-sided permutation p within blocks of a balance at least as far from zero; exact as `rankSumP`, by weighted pairs. */
export function stratifiedRankP(strata: Stratum[]): number {
  const [only] = strata
  if (only && strata.length === 1) return rankSumP(only)
  const deviation = Math.abs(stratifiedBalance(strata))
  if (deviation === 0) return 1
  const tied = strata.some(isTied)
  if (weightedPairs(strata) > (tied ? EXACT_PAIRS_TIED : EXACT_PAIRS_UNTIED)) {
    return normalApproximation(strata, deviation)
  }
  return tied ? tails(strata, deviation) : (untiedTable(strata)[deviation] as number)
}

/** The same p, but with ties always the normal approximation, which costs no counting. */
export function quickStratifiedRankP(strata: Stratum[]): number {
  if (!strata.some(isTied)) return stratifiedRankP(strata)
  return normalApproximation(strata, Math.abs(stratifiedBalance(strata)))
}
