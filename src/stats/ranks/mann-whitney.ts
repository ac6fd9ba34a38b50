// The Mann-Whitney (Wilcoxon rank-sum) test, exact also with ties. Mann & Whitney (1947), Ann. Math. Stat. 18.
import { pooledRanks } from './pooled-ranks.ts'
import { rankSumP } from './rank-sum-p.ts'

/** A sorted copy; refuses values that have no rank and sides without values. */
export function sortedValues(values: number[]): number[] {
  const wrong = values.find(value => !Number.isFinite(value))
  if (wrong !== undefined || values.length === 0) {
    throw new RangeError(`ranks need at least one value, all finite, got ${wrong ?? 'none'}`)
  }
  return values.toSorted((x, y) => x - y)
}

/**
 * The two-sided p-value that b − `shift` and a come from the same distribution. Takes one number per run, at
 * least one a side. Exact by enumeration (midranks for ties) up to 400 pairs with and 2,500 pairs without ties,
 * beyond that the normal approximation. With m and n runs no p is below 2/C(m + n, m).
 */
export function mannWhitney(a: number[], b: number[], shift = 0): number {
  if (!Number.isFinite(shift)) throw new RangeError(`a shift must be finite, got ${shift}`)
  return rankSumP(pooledRanks(sortedValues(a), sortedValues(b), shift), a.length, b.length)
}
