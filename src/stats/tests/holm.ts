// Holm's step-down adjustment, which controls the family-wise error rate. Holm (1979), Scand. J. Stat. 6.

/**
 * The adjusted p-values in the order of the input: reject those at or below the family's level. Each is at least
 * the raw p and at most 1, and they are ordered as the raw ones are.
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
