// Runs of both sides that alternated, on one machine or attempt of a job or on several: one ratio for all of these
// blocks, tested within them. A block with a ratio of its own gets a warning: see ../diagnose/block-disagreement.ts.
import { blockedShift } from '../../stats/tests/blocked-test.ts'
import { hasZero, logsOf, type MeasuredBlock, tooFewRuns, unbalanced } from '../sides/measured-block.ts'
import {
  type Estimate,
  type IntervalLevels,
  noEstimate,
  ratioInterval,
  type TwoIntervals,
} from './estimate.ts'
import { unvaryingEstimate } from './exact.ts'
import { rawEstimate } from './raw.ts'
import { unpairedPlan } from './runs-needed.ts'

/** The facts about a row that its estimate needs besides its numbers. */
export type RowNature = { isTime: boolean; levels: IntervalLevels }

function logEstimate(blocks: MeasuredBlock[], levels: IntervalLevels): Estimate {
  const logs = logsOf(blocks)
  const { shift, p, intervals } = blockedShift(logs, [levels.shown, levels.equivalence])
  const [shown, equivalence] = intervals as TwoIntervals
  return {
    ratio: Math.exp(shift),
    p,
    interval: ratioInterval(shown),
    equivalenceInterval: ratioInterval(equivalence),
    ...unpairedPlan(logs, { on: Math.log1p, off: Math.expm1 }),
    hindrance: null,
  }
}

/**
 * Estimates the candidate / baseline that all blocks share; `runsNeeded` are per side and block. The ratio is exp of
 * the stratified Hodges-Lehmann shift rather than of the inverse-variance weighted mean: where 10 % of runs are slowed
 * by 5 to 50 % it is three to six times closer to the truth, for a fifth more scatter where one machine is three times
 * quieter than the others (twice as much where it is ten times quieter than three others).
 */
export function blockedEstimate(blocks: MeasuredBlock[], { isTime, levels }: RowNature): Estimate {
  const hindrance = tooFewRuns(blocks)
  if (hindrance !== null) return noEstimate(hindrance)
  const unvarying = unvaryingEstimate(blocks, isTime)
  if (unvarying) return unvarying
  const [only, ...others] = blocks
  if (only && others.length === 0) {
    const estimate = hasZero(blocks) ? rawEstimate(only, levels) : logEstimate(blocks, levels)
    return { ...estimate, hindrance: unbalanced(only) }
  }
  if (hasZero(blocks)) {
    return noEstimate(
      'some runs are 0 and have no ratio that several blocks could share: compare each block on its own',
    )
  }
  return logEstimate(blocks, levels)
}
