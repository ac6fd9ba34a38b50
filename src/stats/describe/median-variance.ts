// The variance of a median, from the order statistics around it. It sees that the median of runs in two groups jumps between
// them, and does not see values far out.
import { regularisedBeta } from '../distributions/special-functions.ts'
import { remembered } from '../remembered.ts'
import { ascending, middle } from './order-statistics.ts'

/** The probability that the middle of n uniform values is in each of n equal parts of [0, 1]. */
const weightsOf = remembered((n: number): Float64Array => {
  const shape = (n + 1) / 2
  const below = (parts: number) =>
    parts === 0 ? 0 : parts === n ? 1 : regularisedBeta(shape, shape, parts / n, 1 - parts / n)
  return Float64Array.from({ length: n }, (_, i) => below(i + 1) - below(i))
})

/** The variance of the median of at least one value (Maritz & Jarrett 1978, JASA 73). */
export function medianVariance(values: number[]): number {
  const weights = weightsOf(values.length)
  const sorted = ascending(values)
  const centre = middle(sorted)
  let [first, second] = [0, 0]
  // From the middle, since values far from zero would leave few digits.
  sorted.forEach((value, i) => {
    first += (weights[i] as number) * (value - centre)
    second += (weights[i] as number) * (value - centre) ** 2
  })
  return Math.max(0, second - first ** 2)
}
