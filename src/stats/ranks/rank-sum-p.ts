// The two-sided p-value of a Mann-Whitney U: exact where counting is cheap, else the normal approximation with
// tie and continuity correction (Lehmann, Nonparametrics, 1975, sections 1.4 and 3.3).
import { normalTwoSidedP } from '../distributions/normal.ts'
import type { PooledRanks } from './pooled-ranks.ts'
import { choose, rankSumCounts } from './rank-sum-counts.ts'

/** The runs a side and the ranks of one block, and the integer weight of its statistic among others. */
export type Stratum = { m: number; n: number; weight: number; ranks: PooledRanks }

export const EXACT_PAIRS_UNTIED = 2500
export const EXACT_PAIRS_TIED = 400
const untiedTables = new Map<string, Float64Array>()

/** Element d is the untied probability of |2·U − m·n| >= d, summed from the far ends inwards; kept per (m, n). */
function untiedTable(m: number, n: number): Float64Array {
  if (m > n) return untiedTable(n, m)
  const key = `${m} ${n}`
  const known = untiedTables.get(key)
  if (known) return known
  const pairs = m * n
  const counts = rankSumCounts(m, n, new Array(m + n).fill(1), pairs)
  const table = new Float64Array(pairs + 1)
  let tail = 0
  for (let d = pairs; d > 0; d--) {
    tail += counts[pairs - d] as number
    table[d] = (2 * tail) / choose(m + n, m)
  }
  table[0] = 1
  untiedTables.set(key, table)
  return table
}

function total(counts: Float64Array): number {
  let sum = 0
  for (const ways of counts) sum += ways
  return sum
}

function exactTied(deviation: number, m: number, n: number, groups: number[]): number {
  if (deviation === 0) return 1
  const limit = m * n - deviation
  const below = total(rankSumCounts(m, n, groups, limit))
  // Seen from the other side, U becomes m·n − U: that is the upper tail.
  const above = m === n ? below : total(rankSumCounts(n, m, groups, limit))
  return (below + above) / choose(m + n, m)
}

/** The p of a balance `deviation` away from zero, of the blocks' ranks added up. */
export function normalApproximation(strata: Stratum[], deviation: number): number {
  const variance = strata.reduce((sum, { m, n, weight, ranks }) => {
    const size = m + n
    const ties = ranks.groups.reduce((total, count) => total + (count ** 3 - count), 0)
    return sum + weight ** 2 * ((m * n) / 12) * (size + 1 - ties / (size * (size - 1)))
  }, 0)
  if (variance <= 0) return 1
  return normalTwoSidedP(Math.max(0, deviation / 2 - 0.5) / Math.sqrt(variance))
}

/**
 * The two-sided p of the ranks of m and n values: the permutation probability of a U at least as far from its
 * mean m·n/2. Exact up to 2,500 pairs without ties (tables are kept) and up to 400 pairs with ties.
 */
export function rankSumP(ranks: PooledRanks, m: number, n: number): number {
  const { doubledU, groups } = ranks
  const pairs = m * n
  const deviation = Math.abs(doubledU - pairs)
  const isTied = groups.length < m + n
  if (!isTied && pairs <= EXACT_PAIRS_UNTIED) return untiedTable(m, n)[deviation] as number
  if (pairs > EXACT_PAIRS_TIED) return normalApproximation([{ m, n, weight: 1, ranks }], deviation)
  return exactTied(deviation, m, n, groups)
}

/** The same p, never counted anew: with ties that of the normal approximation. */
export function quickRankSumP(ranks: PooledRanks, m: number, n: number): number {
  if (ranks.groups.length === m + n) return rankSumP(ranks, m, n)
  return normalApproximation([{ m, n, weight: 1, ranks }], Math.abs(ranks.doubledU - m * n))
}
