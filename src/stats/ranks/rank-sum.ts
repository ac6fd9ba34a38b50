// The Mann-Whitney (Wilcoxon rank-sum) test: exact where counting is cheap, else the normal approximation with tie and
// continuity correction. Mann & Whitney (1947), Ann. Math. Stat. 18; Lehmann (1975), Nonparametrics, sections 1.4, 3.3.
import { normalTwoSidedP } from '../distributions/continuous.ts'
import { remembered } from '../remembered.ts'
import { choose, rankSumCounts } from './rank-sum-distribution.ts'

/**
 * The ranks of m and n values together: `doubledU` is 2·U, an integer; `groups` are the sizes of the groups of equal
 * values in ascending order. `weight` is that of the block's statistic among others, an integer.
 */
export type Stratum = { m: number; n: number; weight: number; doubledU: number; groups: number[] }

/** Ranks `a` and `b` − `shift`, both ascending. U counts the pairs in which the shifted b is larger, ties as a half. */
export function pooledRanks(a: number[], b: number[], shift = 0, weight = 1): Stratum {
  const groups: number[] = []
  let doubledU = 0
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const nextA = a[i]
    const nextB = j < b.length ? (b[j] as number) - shift : undefined
    const value = nextB === undefined || (nextA !== undefined && nextA < nextB) ? nextA : nextB
    const startA = i
    const startB = j
    while (i < a.length && a[i] === value) i++
    while (j < b.length && (b[j] as number) - shift === value) j++
    doubledU += (j - startB) * (startA + i)
    groups.push(i - startA + j - startB)
  }
  return { m: a.length, n: b.length, weight, doubledU, groups }
}

export const isTied = ({ m, n, groups }: Stratum): boolean => groups.length < m + n

export const EXACT_PAIRS_UNTIED = 2500
export const EXACT_PAIRS_TIED = 400

/** Element d is the untied probability of |2·U − m·n| >= d, summed from the far ends inwards. */
const untiedTable = remembered((m: number, n: number): Float64Array => {
  const pairs = m * n
  const counts = rankSumCounts(m, n, new Array(m + n).fill(1), pairs)
  const table = new Float64Array(pairs + 1)
  let tail = 0
  for (let d = pairs; d > 0; d--) {
    tail += counts[pairs - d] as number
    table[d] = (2 * tail) / choose(m + n, m)
  }
  table[0] = 1
  return table
})

function total(counts: Float64Array): number {
  let sum = 0
  for (const ways of counts) sum += ways
  return sum
}

/** Few ways to be tied come again and again: two equal values among those of a row, for example. */
const exactTied = remembered((deviation: number, m: number, n: number, groups: number[]): number => {
  if (deviation === 0) return 1
  const limit = m * n - deviation
  const below = total(rankSumCounts(m, n, groups, limit))
  // Seen from the other side, U becomes m·n − U: that is the upper tail.
  const above = m === n ? below : total(rankSumCounts(n, m, groups, limit))
  return (below + above) / choose(m + n, m)
})

/** The p of a balance `deviation` away from zero, of the blocks' ranks added up. */
export function normalApproximation(strata: Stratum[], deviation: number): number {
  const variance = strata.reduce((sum, { m, n, weight, groups }) => {
    const size = m + n
    const ties = groups.reduce((total, count) => total + (count ** 3 - count), 0)
    return sum + weight ** 2 * ((m * n) / 12) * (size + 1 - ties / (size * (size - 1)))
  }, 0)
  if (variance <= 0) return 1
  return normalTwoSidedP(Math.max(0, deviation / 2 - 0.5) / Math.sqrt(variance))
}

/**
 * The two-sided p of the ranks of one block: the permutation probability of a U at least as far from its mean m·n/2. Exact up to
 * 2,500 pairs without ties (tables are kept) and up to 400 pairs with ties.
 */
export function rankSumP(stratum: Stratum): number {
  const { m, n, doubledU, groups } = stratum
  const pairs = m * n
  const deviation = Math.abs(doubledU - pairs)
  if (!isTied(stratum) && pairs <= EXACT_PAIRS_UNTIED)
    return untiedTable(Math.min(m, n), Math.max(m, n))[deviation] as number
  if (pairs > EXACT_PAIRS_TIED) return normalApproximation([stratum], deviation)
  return exactTied(deviation, m, n, groups)
}

/** A sorted copy; refuses values that have no rank and sides without values. */
export function sortedValues(values: number[]): number[] {
  const wrong = values.find(value => !Number.isFinite(value))
  if (wrong !== undefined || values.length === 0) {
    throw new RangeError(`ranks need at least one value, all finite, got ${wrong ?? 'none'}`)
  }
  return values.toSorted((x, y) => x - y)
}

/** The two-sided p that a and b come from the same distribution; at least one run a side. None is below 2/C(m + n, m). */
export const mannWhitney = (a: number[], b: number[]): number =>
  rankSumP(pooledRanks(sortedValues(a), sortedValues(b)))
