// Two samples whose runs were made in pairs, run i of the baseline next to run i of the candidate: Student's
// t and the exact signed-rank test combined, on the log ratio of every pair. Chosen by configuration, never
// by the data.

import { smallestSignedRankP, upperSd } from '../../stats/plan/factors.ts'
import { pairedDetectableEffect, pairsNeeded } from '../../stats/plan/power.ts'
import { hodgesLehmannCentre } from '../../stats/ranks/hodges-lehmann.ts'
import { pairedIntervals, pairedTest } from '../../stats/tests/paired-test.ts'
import type { RowNature } from './blocked.ts'
import { type Estimate, noEstimate, power, ratioInterval, type TwoIntervals } from './estimate.ts'
import { unvaryingEstimate } from './exact.ts'
import { fewestRuns, ranksReach, runSd } from './runs-needed.ts'

/** Why these runs make no pairs with a ratio, or null. */
function hindranceOf(baseline: number[], candidate: number[]): string | null {
  const [first, second] = [baseline.length, candidate.length]
  if (first !== second) {
    return `runs cannot be paired: the baseline has ${first} and the candidate ${second}; compare them unpaired`
  }
  if (first === 0) return 'there are no runs'
  if (first < 2) return 'one pair of runs says nothing about how pairs vary'
  return null
}

/**
 * Estimates candidate / baseline from one number per run (raw scale, at least 0), in run order: entry i of
 * both sides is a pair. The ratio is exp of the one-sample Hodges-Lehmann centre of the log ratios.
 */
export function pairedEstimate(
  baseline: number[],
  candidate: number[],
  { isTime, levels }: RowNature,
): Estimate {
  const hindrance = hindranceOf(baseline, candidate)
  if (hindrance !== null) return noEstimate(hindrance)
  const unvarying = unvaryingEstimate([{ baseline, candidate }], isTime)
  if (unvarying) return unvarying
  if ([...baseline, ...candidate].includes(0)) {
    return noEstimate('some runs are 0, and their pairs have no ratio: compare the runs unpaired')
  }
  const differences = candidate.map((value, i) => Math.log(value) - Math.log(baseline[i] as number))
  const pairs = differences.length
  const needed = (alpha: number, effect: number, byRanks: boolean) => {
    const pilot = { sd: runSd([differences], byRanks), df: pairs - 1 }
    return pairsNeeded({ ...pilot, effect: Math.log1p(effect), alpha, power })
  }
  const [shown, equivalence] = pairedIntervals(differences, [
    levels.shown,
    levels.equivalence,
  ]) as TwoIntervals
  return {
    ratio: Math.exp(hodgesLehmannCentre(differences)),
    p: pairedTest(differences),
    interval: ratioInterval(shown),
    equivalenceInterval: ratioInterval(equivalence),
    detectable: alpha => {
      const sd = upperSd(runSd([differences], ranksReach(alpha, smallestSignedRankP(pairs))), pairs - 1)
      return Math.expm1(pairedDetectableEffect({ sd, pairs, alpha, power }))
    },
    runsNeeded: (alpha, effect) => {
      const both = { plain: needed(alpha, effect, false), byRanks: needed(alpha, effect, true) }
      return fewestRuns(both, alpha, smallestSignedRankP)
    },
    hindrance: null,
  }
}
