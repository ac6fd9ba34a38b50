// The Wilcoxon signed-rank test, exact by dynamic programming over the doubled midranks, else the normal approximation
// with continuity correction. Wilcoxon (1945), Biometrics Bulletin 1; Lehmann (1975), Nonparametrics, section 3.2. Zeros
// after Pratt (1959), JASA 54: they are ranked and have no sign.
import { normalTwoSidedP } from '../distributions/continuous.ts'
import { remembered } from '../remembered.ts'

const { abs, sign } = Math

/**
 * Twice the midranks of the differences that are not zero, ascending, and their sum with the differences'
 * signs.
 */
type SignedRanks = { doubled: number[]; balance: number; isTied: boolean }

/** The signed ranks of finite `differences` − `shift`, doubled so that midranks are integers. */
export function signedRanks(differences: number[], shift = 0): SignedRanks {
  const shifted = differences.map(difference => difference - shift)
  shifted.sort((x, y) => abs(x) - abs(y))
  const doubled: number[] = []
  let [balance, isTied, start] = [0, false, 0]
  while (start < shifted.length) {
    const size = abs(shifted[start] as number)
    let end = start
    while (end < shifted.length && abs(shifted[end] as number) === size) end++
    if (end - start > 1 || size === 0) isTied = true
    for (let i = start; i < end && size > 0; i++) {
      doubled.push(start + 1 + end)
      balance += sign(shifted[i] as number) * (start + 1 + end)
    }
    start = end
  }
  return { doubled, balance, isTied }
}

const EXACT_UNTIED = 200
const EXACT_TIED = 60

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
const untiedTable = remembered((count: number): Float64Array => {
  const units = (count * (count + 1)) / 2
  const ranks = Array.from({ length: count }, (_, i) => i + 1)
  const table = headSums(ranks, units >> 1)
  let tail = 0
  table.forEach((share, k) => {
    tail += share
    table[k] = Math.min(1, 2 * tail)
  })
  return table
})

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

/** The same p, but with ties always the normal approximation, which costs no counting. */
export function quickSignedRankP(ranks: SignedRanks): number {
  return ranks.isTied && ranks.balance !== 0 ? normalApproximation(ranks) : signedRankP(ranks)
}

/**
 * The two-sided p-value that differences are symmetrical around `shift`, given their sizes: every sign is a
 * fair coin. Takes at least one finite difference. Exact up to 200 differences, with ties or zeros up to 60,
 * beyond that the normal approximation. With n differences no p is below 2^(1 − n).
 */
export function wilcoxonSignedRank(differences: number[], shift = 0): number {
  const wrong = differences.find(value => !Number.isFinite(value))
  if (wrong !== undefined || differences.length === 0) {
    throw new RangeError(`signed ranks need at least one value, all finite, got ${wrong ?? 'none'}`)
  }
  return signedRankP(signedRanks(differences, shift))
}
