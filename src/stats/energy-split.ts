// Where two stretches of a series differ most in distribution: the energy statistic of E-divisive, exponent 1.
// Matteson & James (2014), JASA 109, section 2.1, with the right stretch free to end early.

/** `at` is the first index after the split; `q` the statistic. */
export type EnergySplit = { at: number; q: number }

/** How far the first `size` values are from each other, summed over pairs, for each size. */
function pairSums(values: number[]): Float64Array {
  const sums = new Float64Array(values.length + 1)
  values.forEach((value, i) => {
    let distance = 0
    for (let j = 0; j < i; j++) distance += Math.abs(value - (values[j] as number))
    sums[i + 1] = (sums[i] as number) + distance
  })
  return sums
}

/**
 * The best split of `values` (at least two) into [0, at) and [at, end), over all ends; of equal ones the first.
 * Quadratic in time.
 */
export function energySplit(values: number[]): EnergySplit {
  const n = values.length
  const within = pairSums(values)
  // For each end: distances of value number `end − 1` to those from `at` on.
  const toLast = new Float64Array(n + 1)
  let best: EnergySplit = { at: 1, q: Number.NEGATIVE_INFINITY }
  for (let at = n - 1; at >= 1; at--) {
    let right = 0
    let here: EnergySplit = { at, q: Number.NEGATIVE_INFINITY }
    const left = within[at] as number
    for (let end = at + 1; end <= n; end++) {
      const added = (toLast[end] as number) + Math.abs((values[at] as number) - (values[end - 1] as number))
      toLast[end] = added
      right += added
      const between = (within[end] as number) - left - right
      const size = end - at
      const inLeft = at > 1 ? ((2 * size) / (end * (at - 1))) * left : 0
      const inRight = size > 1 ? ((2 * at) / (end * (size - 1))) * right : 0
      const q = (2 / end) * between - inLeft - inRight
      if (q > here.q) here = { at, q }
    }
    if (here.q >= best.q) best = here
  }
  return best
}
