// The permutation distribution of the Mann-Whitney U, with or without ties, counted by dynamic programming over the tie
// groups in ascending order. Mann & Whitney (1947), Ann. Math. Stat. 18; Streitberg & Röhmel (1986) for ties.

const { max, min } = Math

/** `table[i · width + u]`: the ways to get 2·U = u < width so far, with i of the m values of side a. */
type Counting = { table: Float64Array; width: number; m: number }

/** The number of ways to choose k of n. */
export function choose(n: number, k: number): number {
  const steps = min(k, n - k)
  let ways = 1
  for (let i = 1; i <= steps; i++) ways = (ways * (n - steps + i)) / i
  return ways
}

/** The number of values of 2·U that i values a and `others` values b can have and still end within the table. */
function reach({ m, width }: Counting, i: number, others: number): number {
  return min(2 * i * others + 1, width - 2 * others * (m - i))
}

function addScaled(table: Float64Array, into: number, from: number, length: number, ways: number): void {
  for (let u = 0; u < length; u++)
    table[into + u] = (table[into + u] as number) + ways * (table[from + u] as number)
}

/** Row i after a tie group of this size. It keeps its counts (all of the group to b), and adds those with some to a. */
function extendRow(counting: Counting, i: number, done: number, size: number): void {
  const { table, width } = counting
  const room = reach(counting, i, done + size - i)
  for (let taken = max(1, i - done); taken <= min(size, i); taken++) {
    const before = i - taken
    const offset = taken * (2 * (done - before) + size - taken)
    const length = min(reach(counting, before, done - before), room - offset)
    addScaled(table, i * width + offset, before * width, length, size === 1 ? 1 : choose(size, taken))
  }
}

/**
 * Element u of 0..limit is the number of ways to assign m of the pooled values to side a and the other n to side
 * b so that 2·U = u, where U counts the pairs with a > b, ties as a half. `groups` are the sizes of the groups
 * of equal values in ascending order, m + n in all. Counts are exact up to 2^53, beyond that to 1e-15 relative.
 */
export function rankSumCounts(m: number, n: number, groups: number[], limit: number): Float64Array {
  const width = limit + 1
  const table = new Float64Array((m + 1) * width)
  const counting = { table, width, m }
  table[0] = 1
  let done = 0
  for (const size of groups) {
    const fewest = max(0, done + size - n)
    // Descending, so that the rows below are still those before the group.
    for (let i = min(m, done + size); i >= fewest; i--) extendRow(counting, i, done, size)
    done += size
  }
  return table.subarray(m * width)
}

/** Element i is the probability that 2·U = i, for 0 <= i <= 2·m·n; `groups` as in `rankSumCounts`. */
export function rankSumShares(m: number, n: number, groups: number[]): Float64Array {
  const all = choose(m + n, m)
  return rankSumCounts(m, n, groups, 2 * m * n).map(ways => ways / all)
}

/** The distribution of x + weight·y for independent x and y on the integers from 0; `weight` is one above 0. */
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
