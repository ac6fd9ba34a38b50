// The test behind every verdict of runs that alternated: inverse-variance weighted Welch differences and the
// stratified Mann-Whitney test (van Elteren 1960) on the same run values, in one p-value. Welch has the power when
// runs are clean, the ranks keep it when single runs are far out. The block is a fixed effect: one shift for all.

import { stratifiedRankP } from '../ranks/stratified-rank-p.ts'
import { stratifiedRanks } from '../ranks/stratified-ranks.ts'
import type { Block } from './block.ts'
import { blockedMean } from './blocked-mean.ts'
import { cauchyCombination } from './cauchy-combination.ts'

/**
 * The two-sided p-value that b − a differs from `shift` in all blocks alike; one number per run, at least two
 * runs a side of each of at least one block. One block gives Welch's t and the Mann-Whitney test.
 */
export function blockedTest(blocks: Block[], shift = 0): number {
  return cauchyCombination([blockedMean(blocks, shift).p, stratifiedRankP(stratifiedRanks(blocks)(shift))])
}
