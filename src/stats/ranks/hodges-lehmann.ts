// The Hodges-Lehmann estimates of a shift and of a centre, and the sorted values whose medians they are. Hodges &
// Lehmann (1963), Ann. Math. Stat. 34; Walsh (1949), JASA 44.
import { middle } from '../describe/order-statistics.ts'
import { type Block, blockWeights } from './stratified-ranks.ts'

/** Merges the ascending parts [start, middle) and [middle, end) of `from` into the same places of `to`. */
function merge(from: Float64Array, to: Float64Array, start: number, middle: number, end: number): void {
  let [i, j] = [start, middle]
  for (let k = start; k < end; k++) {
    const isLeft = j >= end || (i < middle && (from[i] as number) <= (from[j] as number))
    to[k] = from[isLeft ? i++ : j++] as number
  }
}

/** The differences b − a, ascending. Those of one a are sorted as b is: merging takes a fraction of the time of a sort. */
export function pairwiseDifferences(a: number[], b: number[]): Float64Array {
  const sortedB = Float64Array.from(b).sort()
  const size = a.length * b.length
  let [from, to] = [new Float64Array(size), new Float64Array(size)]
  let next = 0
  for (const x of a) for (const y of sortedB) from[next++] = y - x
  for (let length = b.length; length < size; length *= 2) {
    for (let start = 0; start < size; start += 2 * length) {
      merge(from, to, start, Math.min(start + length, size), Math.min(start + 2 * length, size))
    }
    ;[from, to] = [to, from]
  }
  return from
}

/** The pairwise differences b − a within every block, ascending, each as often as its block's ranks count. */
export function weightedDifferences(blocks: Block[]): Float64Array {
  const [only] = blocks
  if (only && blocks.length === 1) return pairwiseDifferences(only.a, only.b)
  const weights = blockWeights(blocks.map(({ a, b }) => a.length + b.length))
  const size = blocks.reduce((sum, { a, b }, i) => sum + (weights[i] as number) * a.length * b.length, 0)
  const all = new Float64Array(size)
  let next = 0
  blocks.forEach(({ a, b }, i) => {
    const differences = pairwiseDifferences(a, b)
    for (let copy = 0; copy < (weights[i] as number); copy++) {
      all.set(differences, next)
      next += differences.length
    }
  })
  return all.sort()
}

/** The shift at which the stratified ranks favour neither side; at least one block with a value a side. */
export const stratifiedHodgesLehmann = (blocks: Block[]): number => middle(weightedDifferences(blocks))

/** The n(n + 1)/2 means of two values, each value also with itself, sorted ascending. */
export function walshAverages(values: number[]): Float64Array {
  const averages = new Float64Array((values.length * (values.length + 1)) / 2)
  let next = 0
  values.forEach((x, i) => {
    averages[next++] = x
    for (let j = 0; j < i; j++) averages[next++] = (x + (values[j] as number)) / 2
  })
  return averages.sort()
}
