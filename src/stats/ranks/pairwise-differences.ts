// All differences between two sides, the steps of every rank statistic on a shift.

/** Merges the ascending parts [start, middle) and [middle, end) of `from` into the same places of `to`. */
function merge(from: Float64Array, to: Float64Array, start: number, middle: number, end: number): void {
  let [i, j] = [start, middle]
  for (let k = start; k < end; k++) {
    const isLeft = j >= end || (i < middle && (from[i] as number) <= (from[j] as number))
    to[k] = from[isLeft ? i++ : j++] as number
  }
}

/**
 * The a.length × b.length differences b − a, sorted ascending. Those of one a are sorted as b is, and merging them
 * takes a fraction of the time of a sort.
 */
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
