// Adjusted p-values for many tests that are looked at together.

/**
 * Holm's adjustment, which controls the family-wise error rate (1979, Scand. J. Stat. 6), in the order of the input: reject
 * those at or below the family's level.
 */
export function holm(p: number[]): number[] {
  const ascending = p.map((_, i) => i).sort((i, j) => (p[i] as number) - (p[j] as number))
  const adjusted = new Array<number>(p.length)
  let largest = 0
  ascending.forEach((index, step) => {
    largest = Math.max(largest, Math.min(1, (p.length - step) * (p[index] as number)))
    adjusted[index] = largest
  })
  return adjusted
}

/**
 * Holm's p of one test as if it were `p`, where the p-values of its family are `ascending`; `own` is its p among them, null for
 * none. Nothing is ordered anew, so it may be asked for each of thousands.
 */
export function holmInstead(p: number, own: number | null, ascending: Float64Array): number {
  const count = ascending.length + Number(own === null)
  let [largest, step, isLeft] = [0, 0, own === null]
  for (const other of ascending) {
    if (!isLeft && other === own) {
      isLeft = true
      continue
    }
    if (other >= p) break
    largest = Math.max(largest, (count - step) * other)
    step++
  }
  return Math.min(1, Math.max(largest, (count - step) * p))
}

/**
 * Benjamini and Hochberg's adjustment, which controls the share of false findings (1995, JRSS B 57). The adjusted
 * p-values are in the order of the input: those at or below the rate are findings.
 */
export function benjaminiHochberg(p: number[]): number[] {
  const descending = p.map((_, i) => i).sort((i, j) => (p[j] as number) - (p[i] as number))
  const adjusted = new Array<number>(p.length)
  let smallest = 1
  descending.forEach((index, step) => {
    smallest = Math.min(smallest, ((p[index] as number) * p.length) / (p.length - step))
    adjusted[index] = smallest
  })
  return adjusted
}
