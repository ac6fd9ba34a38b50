// Benjamini and Hochberg's adjustment, which controls the share of false ones among the findings: JRSS B 57 (1995).

/** The adjusted p-values in the order of the input: those at or below the rate are found. */
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
