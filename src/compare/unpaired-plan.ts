// What a comparison of two sides could have shown, and the runs that it would take, planned with their spread.
import { detectableEffect } from '../stats/detectable-effect.ts'
import { runsNeeded } from '../stats/runs-needed.ts'
import { smallestRankP } from '../stats/smallest-rank-p.ts'
import { upperSd } from '../stats/upper-sd.ts'
import { type Estimate, power } from './estimate.ts'
import { fewestRuns, ranksReach, runSd } from './run-sd.ts'

/** How an effect (a fraction) is measured on the scale of the values, and back. */
export type EffectScale = { on: (effect: number) => number; off: (shift: number) => number }

/** The plan for sides on one scale (logs, or shares of one value), at least two runs a side. */
export function unpairedPlan(
  a: number[],
  b: number[],
  scale: EffectScale,
): Pick<Estimate, 'detectable' | 'runsNeeded'> {
  const size = { runsA: a.length, runsB: b.length }
  const df = a.length + b.length - 2
  const smallestP = smallestRankP(size)
  const needed = (alpha: number, effect: number, byRanks: boolean) =>
    runsNeeded({ sd: runSd([a, b], byRanks), df, effect: scale.on(effect), alpha, power })
  return {
    detectable: alpha => {
      const sd = upperSd(runSd([a, b], ranksReach(alpha, smallestP)), df)
      return scale.off(detectableEffect({ sd, ...size, alpha, power }))
    },
    runsNeeded: (alpha, effect) => {
      const both = { plain: needed(alpha, effect, false), byRanks: needed(alpha, effect, true) }
      return fewestRuns(both, alpha, runs => smallestRankP({ runsA: runs, runsB: runs }))
    },
  }
}
