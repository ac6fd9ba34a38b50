// What a comparison of runs that alternated could have shown, and the runs that it would take, planned with their
// spread.

import { smallestBlockedRankP, upperSd } from '../../stats/plan/factors.ts'
import { blockedDetectableEffect, blockedRunsNeeded } from '../../stats/plan/power.ts'
import type { Block } from '../../stats/ranks/stratified-ranks.ts'
import { type Estimate, power } from './estimate.ts'
import { fewestRuns, ranksReach, runSd } from './run-sd.ts'

/** How an effect (a fraction) is measured on the scale of the values, and back. */
export type EffectScale = { on: (effect: number) => number; off: (shift: number) => number }

/** The sd of each block's runs; one whose runs do not vary is taken to vary as the most varying one does. */
function blockSds(blocks: Block[], byRanks: boolean): number[] {
  const sds = blocks.map(({ a, b }) => runSd([a, b], byRanks))
  const largest = Math.max(...sds)
  return sds.map(sd => sd || largest)
}

/** The plan for blocks on one scale (logs, or shares of one value), at least two runs a side. */
export function unpairedPlan(
  blocks: Block[],
  scale: EffectScale,
): Pick<Estimate, 'detectable' | 'runsNeeded'> {
  const sizes = blocks.map(({ a, b }) => ({ runsA: a.length, runsB: b.length }))
  const df = sizes.reduce((sum, { runsA, runsB }) => sum + runsA + runsB - 2, 0)
  const smallestP = smallestBlockedRankP(sizes)
  const needed = (alpha: number, effect: number, byRanks: boolean) =>
    blockedRunsNeeded({ sds: blockSds(blocks, byRanks), df, effect: scale.on(effect), alpha, power })
  return {
    detectable: alpha => {
      const sds = blockSds(blocks, ranksReach(alpha, smallestP)).map(sd => upperSd(sd, df))
      const planned = sizes.map((size, i) => ({ ...size, sd: sds[i] as number }))
      return scale.off(blockedDetectableEffect({ blocks: planned, alpha, power }))
    },
    runsNeeded: (alpha, effect) => {
      const both = { plain: needed(alpha, effect, false), byRanks: needed(alpha, effect, true) }
      return fewestRuns(both, alpha, runs =>
        smallestBlockedRankP(sizes.map(() => ({ runsA: runs, runsB: runs }))),
      )
    },
  }
}
