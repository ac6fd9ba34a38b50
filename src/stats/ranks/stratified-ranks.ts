// The ranks of b − a within each block, to be added up by the stratified Mann-Whitney test.
import type { Block } from '../tests/block.ts'
import { blockWeights } from '../tests/block-weights.ts'
import { insidePiece, oncePerPiece } from '../tests/shift-intervals.ts'
import { sortedValues } from './mann-whitney.ts'
import { pooledRanks } from './pooled-ranks.ts'
import type { Stratum } from './rank-sum-p.ts'

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

/** The ranks of one block whose pairwise differences all differ: nothing is tied, and piece k is above k of the pairs. */
function countedRanks({ a, b }: Block): (piece: number) => Stratum[] {
  const [m, n] = [a.length, b.length]
  const groups = new Array<number>(m + n).fill(1)
  return piece => [{ m, n, weight: 1, ranks: { doubledU: 2 * (m * n - piece), groups } }]
}

/** The ranks at a shift strictly inside a piece between `breakpoints`, the blocks' distinct pairwise differences. */
export function ranksByPiece(blocks: Block[], breakpoints: number[]): (piece: number) => Stratum[] {
  const [only] = blocks
  if (only && blocks.length === 1 && breakpoints.length === only.a.length * only.b.length) {
    return countedRanks(only)
  }
  const ranked = stratifiedRanks(blocks)
  return oncePerPiece(piece => ranked(insidePiece(breakpoints, piece)))
}
