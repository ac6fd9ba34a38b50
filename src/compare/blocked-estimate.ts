// Several machines, or attempts of the same job, in each of which the runs of both sides alternated: one
// ratio for all of them, tested within the blocks. What one block's ratio has of its own is hidden: see
// block-disagreement.ts.
import { blockedIntervals } from '../stats/blocked-interval.ts'
import { blockedDetectableEffect, blockedRunsNeeded } from '../stats/blocked-plan.ts'
import { blockedTest } from '../stats/blocked-test.ts'
import { smallestBlockedRankP } from '../stats/smallest-rank-p.ts'
import { stratifiedHodgesLehmann } from '../stats/stratified-hodges-lehmann.ts'
import { upperSd } from '../stats/upper-sd.ts'
import { type Estimate, effectOf, type IntervalLevels, noEstimate, power, ratioInterval } from './estimate.ts'
import { coarseClock, exactEstimate, exactRatio } from './exact-estimate.ts'
import { interleavedEstimate, oneRun, type RowNature } from './interleaved-estimate.ts'
import { fewestRuns, ranksReach, runSd } from './run-sd.ts'

/** One number per run (raw scale, at least 0) of each side, measured in one job; reports show the name. */
export type MeasuredBlock = { baseline: number[]; candidate: number[]; name?: string }

type TwoIntervals = [shown: [number, number], equivalence: [number, number]]

/** What a report calls block `index` (from 0). */
export function blockName({ name }: MeasuredBlock, index: number): string {
  return name ?? `block ${index + 1}`
}

/** Why these blocks cannot be combined, or null. */
function hindranceOf(blocks: MeasuredBlock[]): string | null {
  for (const [i, block] of blocks.entries()) {
    for (const side of ['baseline', 'candidate'] as const) {
      const runs = block[side].length
      if (runs >= 2) continue
      const found = runs === 0 ? 'no run' : oneRun
      return `the ${side} of ${blockName(block, i)} has ${found}`
    }
  }
  return null
}

/**
 * The estimate when no side of any block varies, else null. Nothing is estimated then, so nothing is
 * averaged: the ratio is that of the block that changed most, the interval the range of all blocks.
 */
function exactBlocks(blocks: MeasuredBlock[]): Estimate | null {
  const ratios: (number | null)[] = []
  for (const { baseline, candidate } of blocks) {
    const exact = exactEstimate(baseline, candidate)
    if (exact === null) return null
    ratios.push(exact.ratio)
  }
  const known = ratios.filter(ratio => ratio !== null)
  if (known.length < ratios.length) {
    return known.some(ratio => ratio < 1)
      ? noEstimate(
          'zero on one side in some blocks, and a fall in others: there is no ratio that they could share',
        )
      : exactRatio(null, null, null)
  }
  const most = known.reduce((found, ratio) => (effectOf(ratio) > effectOf(found) ? ratio : found))
  return exactRatio(most, Math.min(...known), Math.max(...known))
}

/** The sd of each block's runs; one whose runs do not vary is taken to vary as the most varying one does. */
function blockSds(logs: { a: number[]; b: number[] }[], byRanks: boolean): number[] {
  const sds = logs.map(({ a, b }) => runSd([a, b], byRanks))
  const largest = Math.max(...sds)
  return sds.map(sd => sd || largest)
}

function logEstimate(blocks: MeasuredBlock[], levels: IntervalLevels): Estimate {
  const logs = blocks.map(({ baseline, candidate }) => {
    return { a: baseline.map(Math.log), b: candidate.map(Math.log) }
  })
  const [plain, byRanks] = [blockSds(logs, false), blockSds(logs, true)]
  const sizes = logs.map(({ a, b }) => ({ runsA: a.length, runsB: b.length }))
  const df = logs.reduce((sum, { a, b }) => sum + a.length + b.length - 2, 0)
  const smallestP = smallestBlockedRankP(sizes)
  const planned = (sds: number[]) => sizes.map((size, i) => ({ ...size, sd: upperSd(sds[i] as number, df) }))
  const needed = (sds: number[], alpha: number, effect: number) =>
    blockedRunsNeeded({ sds, df, effect: Math.log1p(effect), alpha, power })
  const [shown, equivalence] = blockedIntervals(logs, [levels.shown, levels.equivalence]) as TwoIntervals
  return {
    ratio: Math.exp(stratifiedHodgesLehmann(logs)),
    p: blockedTest(logs),
    interval: ratioInterval(shown),
    equivalenceInterval: ratioInterval(equivalence),
    detectable: alpha => {
      const sds = ranksReach(alpha, smallestP) ? byRanks : plain
      return Math.expm1(blockedDetectableEffect({ blocks: planned(sds), alpha, power }))
    },
    runsNeeded: (alpha, effect) => {
      const both = { plain: needed(plain, alpha, effect), byRanks: needed(byRanks, alpha, effect) }
      return fewestRuns(both, alpha, runs =>
        smallestBlockedRankP(sizes.map(() => ({ runsA: runs, runsB: runs }))),
      )
    },
    hindrance: null,
  }
}

/**
 * Estimates the candidate / baseline that all blocks share; `runsNeeded` are per side and block. One block
 * gives what `interleavedEstimate` gives. The ratio is exp of the stratified Hodges-Lehmann shift rather than
 * of the inverse-variance weighted mean: where 10 % of runs are slowed by 5 to 50 % it is three to six times
 * closer to the truth, for a fifth more scatter where one machine is three times quieter than the others
 * (twice as much where it is ten times quieter than three others).
 */
export function blockedEstimate(blocks: MeasuredBlock[], nature: RowNature): Estimate {
  const [only] = blocks
  if (only === undefined) return noEstimate('no block was measured')
  if (blocks.length === 1) return interleavedEstimate(only.baseline, only.candidate, nature)
  const hindrance = hindranceOf(blocks)
  if (hindrance !== null) return noEstimate(hindrance)
  const exact = exactBlocks(blocks)
  if (exact) return nature.isTime ? coarseClock() : exact
  if (blocks.some(({ baseline, candidate }) => [...baseline, ...candidate].includes(0))) {
    return noEstimate('zeros have no ratio that several blocks could share; compare each block on its own')
  }
  return logEstimate(blocks, nature.levels)
}
