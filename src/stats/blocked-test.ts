// The test of several blocks: inverse-variance weighted Welch differences and the stratified Mann-Whitney
// test (van Elteren 1960) on the same run values, in one p-value. The block is a fixed effect: one shift for
// all of them.
import type { Block } from './block.ts'
import { blockedMean } from './blocked-mean.ts'
import { cauchyCombination } from './cauchy-combination.ts'
import { stratifiedRankP } from './stratified-rank-p.ts'
import { stratifiedRanks } from './stratified-ranks.ts'

/**
 * The two-sided p-value that b − a differs from `shift` in all blocks alike; one number per run, at least two
 * runs a side of each of at least one block. With one block this is `combinedTest`.
 */
export function blockedTest(blocks: Block[], shift = 0): number {
  return cauchyCombination([blockedMean(blocks, shift).p, stratifiedRankP(stratifiedRanks(blocks)(shift))])
}
