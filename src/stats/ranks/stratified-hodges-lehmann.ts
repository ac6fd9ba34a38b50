// The Hodges-Lehmann estimate of the shift that several blocks share (Hodges & Lehmann 1963, Ann. Math. Stat.
// 34).
import type { Block } from '../tests/block.ts'
import { blockWeights } from '../tests/block-weights.ts'
import { middle } from './hodges-lehmann.ts'
import { pairwiseDifferences } from './pairwise-differences.ts'

/**
 * The pairwise differences b − a within every block, sorted ascending, each as often as its block's ranks
 * count.
 */
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
export function stratifiedHodgesLehmann(blocks: Block[]): number {
  const differences = weightedDifferences(blocks)
  if (differences.length === 0) throw new RangeError('a shift needs at least one value a side')
  return middle(differences)
}
