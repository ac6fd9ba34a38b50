// Two samples whose runs alternated in one session: Welch and exact Mann-Whitney combined, on one number per run.
import { combinedIntervals } from '../stats/combined-interval.ts'
import { combinedTest } from '../stats/combined-test.ts'
import { hodgesLehmann } from '../stats/hodges-lehmann.ts'
import { type Estimate, type IntervalLevels, noEstimate, ratioInterval } from './estimate.ts'
import { unvaryingEstimate } from './exact-estimate.ts'
import { rawEstimate } from './raw-estimate.ts'
import { unpairedPlan } from './unpaired-plan.ts'

function logEstimate(baseline: number[], candidate: number[], levels: IntervalLevels): Estimate {
  const [a, b] = [baseline.map(Math.log), candidate.map(Math.log)]
  const [shown, equivalence] = combinedIntervals(a, b, [levels.shown, levels.equivalence]) as Pair
  return {
    ratio: Math.exp(hodgesLehmann(a, b)),
    p: combinedTest(a, b),
    interval: ratioInterval(shown),
    equivalenceInterval: ratioInterval(equivalence),
    ...unpairedPlan(a, b, { on: Math.log1p, off: Math.expm1 }),
    hindrance: null,
  }
}

/** Thirty measurements of one process look like plenty to whoever gave one file of them. */
export const oneRun =
  'one run only: what one process measures, however often, says nothing about how runs vary'

const FEW = 5

/**
 * Why so few runs of one side against so many of the other decide nothing, or null. Welch's test trusts the few when
 * they happen to agree: simulated at 1 %, 2 runs against 10 alarm in 2.7 % of cases, and against 50 in 7 %.
 */
function unbalanced(baseline: number, candidate: number): string | null {
  const [few, many] = [Math.min(baseline, candidate), Math.max(baseline, candidate)]
  if (few >= FEW || many <= 2 * few) return null
  return `the baseline has ${baseline} runs and the candidate ${candidate}: measure at least ${FEW} of each side`
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
    return noEstimate(`the ${side} has ${oneRun}`)
  }
  const unvarying = unvaryingEstimate(baseline, candidate, isTime)
  if (unvarying) return unvarying
  const estimate = [...baseline, ...candidate].includes(0) ? rawEstimate : logEstimate
  return {
    ...estimate(baseline, candidate, levels),
    hindrance: unbalanced(baseline.length, candidate.length),
  }
}
