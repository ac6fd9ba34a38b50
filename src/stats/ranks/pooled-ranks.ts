// Ranks two sorted sides in one pass: the Mann-Whitney U and the tie groups of the pooled values.

/** `doubledU` is 2·U, an integer; `groups` are the sizes of the groups of equal values in ascending order. */
export type PooledRanks = { doubledU: number; groups: number[] }

/**
 * Ranks the values of `a` and of `b` − `shift`, both sorted ascending and finite. U counts the pairs in which
 * the shifted b is larger, ties as a half.
 */
export function pooledRanks(a: number[], b: number[], shift: number): PooledRanks {
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
  return { doubledU, groups }
}
