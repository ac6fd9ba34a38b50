// The smallest change that a comparison could have found, and the runs that a given change would take, both planned with
// the spread of its runs.
import { outlierRuns, pooledSd, robustScale } from '../../stats/describe/spread.ts'
import { smallestBlockedRankP, upperSd } from '../../stats/plan/factors.ts'
import { blockedDetectableEffect, blockedRunsNeeded } from '../../stats/plan/power.ts'
import type { Block } from '../../stats/ranks/stratified-ranks.ts'
import { type Estimate, power } from './estimate.ts'

/** Whether ranks with this smallest p can be significant at `alpha` when they have to carry the combined test alone. */
export const ranksReach = (alpha: number, smallestP: number) => smallestP <= alpha / 2

/**
 * Run-to-run standard deviation for power planning: of log values around the centre of their side, pooled over the sides.
 * It is the robust one where a run is far out and ranks can decide (`byRanks`), which that run hardly affects.
 */
export function runSd(sides: number[][], byRanks: boolean): number {
  const sd = pooledSd(sides)
  const flagged = byRanks && sides.some(side => outlierRuns(side).length > 0)
  return flagged ? Math.min(sd, robustScale(sides) || sd) : sd
}

/**
 * The smaller of what is needed when only the means count (`plain`), and when the ranks do (`byRanks`), which takes
 * enough runs for them to reach `alpha`; null for more than are worth naming. `smallestP` is that of n runs a side.
 */
export function fewestRuns(
  { plain, byRanks }: { plain: number | null; byRanks: number | null },
  alpha: number,
  smallestP: (runs: number) => number,
): number | null {
  if (byRanks === null || plain === byRanks) return plain
  let runs = byRanks
  while (!ranksReach(alpha, smallestP(runs))) runs++
  return plain === null ? runs : Math.min(plain, runs)
}

/** How an effect (a fraction) is measured on the scale of the values, and back. */
type EffectScale = { on: (effect: number) => number; off: (shift: number) => number }

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
