// Two samples whose runs alternated in one session: Welch and exact Mann-Whitney combined, on one number per run.
import { combinedIntervals } from '../stats/combined-interval.ts'
import { combinedTest } from '../stats/combined-test.ts'
import { detectableEffect } from '../stats/detectable-effect.ts'
import { fiellerInterval, ratioOfMeans } from '../stats/fieller.ts'
import { hodgesLehmann } from '../stats/hodges-lehmann.ts'
import { runsNeeded } from '../stats/runs-needed.ts'
import { type Estimate, type IntervalLevels, noEstimate, power, ratioInterval } from './estimate.ts'
import { unvaryingEstimate } from './exact-estimate.ts'
import { runSd } from './run-sd.ts'

/** Zeros have no logarithm: the same test on the raw values, and Fieller's interval of the ratio of means. */
function rawEstimate(baseline: number[], candidate: number[], levels: IntervalLevels): Estimate {
  return {
    ...noEstimate(''),
    ratio: ratioOfMeans(baseline, candidate),
    p: combinedTest(baseline, candidate),
    interval: fiellerInterval(baseline, candidate, levels.shown),
    equivalenceInterval: fiellerInterval(baseline, candidate, levels.equivalence),
    hindrance: null,
  }
}

function logEstimate(baseline: number[], candidate: number[], levels: IntervalLevels): Estimate {
  const [a, b] = [baseline.map(Math.log), candidate.map(Math.log)]
  const sd = runSd([a, b])
  const size = { runsA: a.length, runsB: b.length }
  const [shown, equivalence] = combinedIntervals(a, b, [levels.shown, levels.equivalence]) as Pair
  return {
    ratio: Math.exp(hodgesLehmann(a, b)),
    p: combinedTest(a, b),
    interval: ratioInterval(shown),
    equivalenceInterval: ratioInterval(equivalence),
    detectable: alpha => Math.expm1(detectableEffect({ sd, ...size, alpha, power })),
    runsNeeded: (alpha, effect) =>
      runsNeeded({ sd, df: a.length + b.length - 2, effect: Math.log1p(effect), alpha, power }),
    hindrance: null,
  }
}

type Pair = [[number, number], [number, number]]

/** What is known of a row besides its numbers. */
export type RowNature = { isTime: boolean; levels: IntervalLevels }

/** Estimates candidate / baseline from one number per run (raw scale, at least 0) of each side. */
export function interleavedEstimate(
  baseline: number[],
  candidate: number[],
  { isTime, levels }: RowNature,
): Estimate {
  if (baseline.length < 2 || candidate.length < 2) {
    const side = baseline.length < 2 ? 'baseline' : 'candidate'
    return noEstimate(`the ${side} has one run only, which says nothing about how runs vary`)
  }
  const unvarying = unvaryingEstimate(baseline, candidate, isTime)
  if (unvarying) return unvarying
  const estimate = [...baseline, ...candidate].includes(0) ? rawEstimate : logEstimate
  return estimate(baseline, candidate, levels)
}
