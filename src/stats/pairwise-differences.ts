// All differences between two sides, the steps of every rank statistic on a shift.

/** The a.length × b.length differences b − a, sorted ascending. */
export function pairwiseDifferences(a: number[], b: number[]): Float64Array {
  const differences = new Float64Array(a.length * b.length)
  let next = 0
  for (const x of a) for (const y of b) differences[next++] = y - x
  return differences.sort()
}
