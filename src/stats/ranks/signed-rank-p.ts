// The two-sided p-value of signed ranks when every sign is a fair coin: exact by dynamic programming over the
// doubled midranks, else the normal approximation with continuity correction (Lehmann, Nonparametrics, 1975,
// section 3.2).
import { normalTwoSidedP } from '../distributions/normal.ts'
import type { SignedRanks } from './signed-ranks.ts'

const EXACT_UNTIED = 200
const EXACT_TIED = 60
const untiedTables = new Map<number, Float64Array>()

/** Element t of 0..limit is the probability that the ranks of the heads add up to t. */
function headSums(ranks: number[], limit: number): Float64Array {
  const table = new Float64Array(limit + 1)
  table[0] = 1
  let reach = 0
  for (const rank of ranks) {
    reach = Math.min(limit, reach + rank)
    for (let t = reach; t >= rank; t--) {
      table[t] = ((table[t] as number) + (table[t - rank] as number)) / 2
    }
    for (let t = Math.min(rank - 1, reach); t >= 0; t--) table[t] = (table[t] as number) / 2
  }
  return table
}

/** Element k is the probability that the heads' ranks 1..count add up to at most k, or the tails' do. */
function untiedTable(count: number): Float64Array {
  const known = untiedTables.get(count)
  if (known) return known
  const units = (count * (count + 1)) / 2
  const ranks = Array.from({ length: count }, (_, i) => i + 1)
  const table = headSums(ranks, units >> 1)
  let tail = 0
  table.forEach((share, k) => {
    tail += share
    table[k] = Math.min(1, 2 * tail)
  })
  untiedTables.set(count, table)
  return table
}

function exactTied({ doubled, balance }: SignedRanks): number {
  const sum = doubled.reduce((total, rank) => total + rank, 0)
  let tail = 0
  for (const share of headSums(doubled, (sum - Math.abs(balance)) / 2)) tail += share
  return Math.min(1, 2 * tail)
}

function normalApproximation({ doubled, balance }: SignedRanks): number {
  const variance = doubled.reduce((sum, rank) => sum + rank * rank, 0)
  return normalTwoSidedP(Math.max(0, Math.abs(balance) - 2) / Math.sqrt(variance))
}

/**
 * The probability of signed ranks whose balance is at least as far from 0: exact up to 200 differences
 * (tables are kept), with ties or zeros up to 60. 1 when no difference has a sign.
 */
export function signedRankP(ranks: SignedRanks): number {
  const { doubled, balance, isTied } = ranks
  const count = doubled.length
  if (balance === 0) return 1
  if (isTied) return count > EXACT_TIED ? normalApproximation(ranks) : exactTied(ranks)
  if (count > EXACT_UNTIED) return normalApproximation(ranks)
  const units = (count * (count + 1)) / 2
  return untiedTable(count)[(units - Math.abs(balance) / 2) / 2] as number
}

/** The same p, never counted anew: with ties that of the normal approximation. */
export function quickSignedRankP(ranks: SignedRanks): number {
  return ranks.isTied && ranks.balance !== 0 ? normalApproximation(ranks) : signedRankP(ranks)
}
