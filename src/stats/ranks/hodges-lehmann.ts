// The Hodges-Lehmann estimate of a shift. Hodges & Lehmann (1963), Ann. Math. Stat. 34.
import { pairwiseDifferences } from './pairwise-differences.ts'

/** The median of all pairwise differences b − a; at least one value a side. */
export function hodgesLehmann(a: number[], b: number[]): number {
  if (a.length === 0 || b.length === 0) throw new RangeError('a shift needs at least one value a side')
  return middle(pairwiseDifferences(a, b))
}

/** The median of sorted values. */
export function middle(sorted: Float64Array): number {
  const half = sorted.length >> 1
  const upper = sorted[half] as number
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as number) + upper) / 2
}
