// Whether one ratio can be true for all blocks. A combined ratio hides the one machine that regressed among
// others that did not: the warning names it.
import type { Warning } from '../../model/index.ts'
import { type BlockMean, blockedMean, heterogeneity } from '../../stats/inference/blocked-mean.ts'
import { stratifiedHodgesLehmann } from '../../stats/ranks/hodges-lehmann.ts'
import { effectOf } from '../estimate/estimate.ts'
import { logChangeText } from '../message-words.ts'
import { blockName, hasZero, logsOf, type MeasuredBlock, tooFewRuns } from '../sides/rounds/measured-block.ts'

/** Below this p of Cochran's Q the blocks disagree. */
const DISAGREE = 0.001

/** How far a block is from all others together, in standard errors; with two blocks, from no change. */
function oddness(block: BlockMean, blocks: BlockMean[]): number {
  if (blocks.length === 2) return Math.abs(block.difference)
  let [weight, shift, variance] = [0, 0, 0]
  for (const other of blocks) {
    if (other === block) continue
    weight += other.weight
    shift += other.weight * other.difference
    variance += other.weight ** 2 * other.variance
  }
  const standardError = Math.sqrt(block.variance + variance / weight ** 2)
  return Math.abs(block.difference - shift / weight) / (standardError || 1)
}

function indexOfOddest(means: BlockMean[]): number {
  const odd = means.map(mean => oddness(mean, means))
  return odd.indexOf(Math.max(...odd))
}

/** Names the block that differs most, by more than `smallest`; or null, as for blocks that `blockedEstimate` refuses. */
export function blockDisagreement(blocks: MeasuredBlock[], smallest: number): Warning | null {
  if (blocks.length < 2 || tooFewRuns(blocks) !== null || hasZero(blocks)) return null
  const logs = logsOf(blocks)
  const means = blockedMean(logs).blocks
  const { p } = heterogeneity(means)
  if (p >= DISAGREE) return null
  const index = indexOfOddest(means)
  const own = stratifiedHodgesLehmann(logs.slice(index, index + 1))
  const rest = stratifiedHodgesLehmann(logs.filter((_, i) => i !== index))
  if (effectOf(Math.exp(own) / Math.exp(rest)) <= smallest) return null
  const name = blockName(blocks[index] as MeasuredBlock, index)
  const others = blocks.length === 2 ? 'the other' : 'the others together'
  return {
    code: 'blocks-disagree',
    message:
      `the machines show different changes (p = ${p.toPrecision(2)} for the same change on all): ` +
      `${name} says ${logChangeText(own)}, ${others} ${logChangeText(rest)}; the combined ratio hides that`,
  }
}
