// The ranks of b − a within each block, to be added up by the stratified Mann-Whitney test.
import type { Block } from './block.ts'
import { blockWeights } from './block-weights.ts'
import { sortedValues } from './mann-whitney.ts'
import { pooledRanks } from './pooled-ranks.ts'
import type { Stratum } from './stratified-rank-p.ts'

/** Sorts the blocks' sides once and gives a function that ranks them at any shift of b. */
export function stratifiedRanks(blocks: Block[]): (shift: number) => Stratum[] {
  const weights = blockWeights(blocks.map(({ a, b }) => a.length + b.length))
  const sorted = blocks.map(({ a, b }, i) => {
    return { a: sortedValues(a), b: sortedValues(b), weight: weights[i] as number }
  })
  return shift =>
    sorted.map(({ a, b, weight }) => {
      return { m: a.length, n: b.length, weight, ranks: pooledRanks(a, b, shift) }
    })
}
