// Why the number of runs alone keeps a row from any verdict.
import { blockName, type MeasuredBlock } from '../sides/measured-block.ts'

/** Thirty measurements of one process look like plenty to whoever gave one file of them. */
export const oneRun =
  'one run only: what one process measures, however often, says nothing about how runs vary'

const FEW = 5

/** Why a side of fewer than two runs cannot be compared, or null; of several blocks it names the one. */
export function tooFewRuns(blocks: MeasuredBlock[]): string | null {
  if (blocks.length === 0) return 'no block was measured'
  for (const [i, block] of blocks.entries()) {
    for (const side of ['baseline', 'candidate'] as const) {
      const runs = block[side].length
      if (runs >= 2) continue
      const where = blocks.length === 1 ? '' : ` of ${blockName(block, i)}`
      return `the ${side}${where} has ${runs === 0 ? 'no run' : oneRun}`
    }
  }
  return null
}

/**
 * Why so few runs of one side against so many of the other decide nothing, or null. Welch's test trusts the few when
 * they happen to agree: simulated at 1 %, 2 runs against 10 alarm in 2.7 % of cases, and against 50 in 7 %.
 */
export function unbalanced({ baseline, candidate }: MeasuredBlock): string | null {
  const [before, after] = [baseline.length, candidate.length]
  const [few, many] = [Math.min(before, after), Math.max(before, after)]
  if (few >= FEW || many <= 2 * few) return null
  return `the baseline has ${before} runs and the candidate ${after}: measure at least ${FEW} of each side`
}
