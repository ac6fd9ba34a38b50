// The whole permutation distribution of one block's Mann-Whitney statistic, to be added to that of other
// blocks.
import { choose, rankSumCounts } from './rank-sum-counts.ts'

/**
 * Element i is the probability that 2·U = i, for 0 <= i <= 2·m·n; `groups` are the sizes of the groups of
 * equal values in ascending order, m + n in all.
 */
export function rankSumShares(m: number, n: number, groups: number[]): Float64Array {
  const all = choose(m + n, m)
  return rankSumCounts(m, n, groups, 2 * m * n).map(ways => ways / all)
}

/**
 * The distribution of x + weight·y for independent x and y on the integers from 0, `weight` a positive
 * integer.
 */
export function convolve(x: Float64Array, y: Float64Array, weight: number): Float64Array {
  const sum = new Float64Array(x.length + weight * (y.length - 1))
  for (let j = 0; j < y.length; j++) {
    const share = y[j] as number
    if (share === 0) continue
    for (let i = 0, at = weight * j; i < x.length; i++, at++) {
      sum[at] = (sum[at] as number) + share * (x[i] as number)
    }
  }
  return sum
}
