// Runs of both sides that alternated, on one machine or attempt of a job or on several: one ratio for all of these
// blocks, tested within them. A block with a ratio of its own gets a warning: see ../diagnose/block-disagreement.ts.

import { interleavedShift } from '../../stats/inference/interleaved-shift.ts'
import type { Shift } from '../../stats/inference/shift-intervals.ts'
import type { Block } from '../../stats/ranks/stratified-ranks.ts'
import { coreRatios } from '../sides/rounds/duet.ts'
import {
  hasZero,
  logsOf,
  type MeasuredBlock,
  tooFewRuns,
  unbalanced,
} from '../sides/rounds/measured-block.ts'
import { type Estimate, type IntervalLevels, noEstimate, ratioInterval } from './estimate.ts'
import { unvaryingEstimate } from './exact.ts'
import { type Footing, footingOf, logScale, sensitivity } from './sensitivity.ts'
import { fromOrToZero, zeroCountsEstimate } from './zero-counts.ts'

/** The facts about a row that its estimate needs besides its numbers. */
export type RowNature = { isTime: boolean; levels: IntervalLevels }

/** The estimate of what a test finds between logarithms, and of what it could have found on this footing. */
function ofLogs(
  test: () => Pick<Shift, 'shift' | 'p' | 'intervalAt'>,
  footing: Footing,
  levels: IntervalLevels,
): Estimate {
  const { shift, p, intervalAt } = test()
  return {
    ratio: Math.exp(shift),
    p,
    interval: ratioInterval(intervalAt(levels.shown)),
    equivalenceInterval: ratioInterval(intervalAt(levels.equivalence)),
    ...sensitivity(test, footing, logScale),
    hindrance: null,
  }
}

function logEstimate(blocks: MeasuredBlock[], levels: IntervalLevels): Estimate {
  const logs = logsOf(blocks)
  const inRounds = blocks.every(block => block.inRounds === true)
  return ofLogs(() => interleavedShift(logs, inRounds), footingOf(logs), levels)
}

/** The estimate of a duet, whose blocks `coreRatios` made: half of the shift between them. */
function duetEstimate(ratios: Block[], levels: IntervalLevels): Estimate {
  const half = ([low, high]: [number, number]): [number, number] => [low / 2, high / 2]
  const test = () => {
    const { shift, p, intervalAt } = interleavedShift(ratios)
    return { shift: shift / 2, p, intervalAt: (level: number) => half(intervalAt(level)) }
  }
  const { runs, df } = footingOf(ratios)
  // Half of the pairs have the baseline on the first core.
  return ofLogs(test, { runs: 2 * runs, df }, levels)
}

/**
 * Estimates the candidate / baseline that all blocks share; `runsNeeded` are per side and block. The ratio is exp of
 * the stratified Hodges-Lehmann shift, and not of the inverse-variance weighted mean. Where 10 % of runs are slowed by
 * 5 to 50 %, it is three to six times closer to the truth. Its price is a fifth more scatter where one machine is three
 * times quieter than the others. The scatter is twice as much where one machine is ten times quieter than three others.
 */
export function blockedEstimate(blocks: MeasuredBlock[], { isTime, levels }: RowNature): Estimate {
  const hindrance = tooFewRuns(blocks)
  if (hindrance !== null) return noEstimate(hindrance)
  const unvarying = unvaryingEstimate(blocks, isTime)
  if (unvarying) return unvarying
  const ratios = coreRatios(blocks)
  if (ratios !== null) return duetEstimate(ratios, levels)
  const [only, ...others] = blocks
  if (only && others.length === 0) {
    const estimate = hasZero(blocks) ? zeroCountsEstimate(only, levels) : logEstimate(blocks, levels)
    return { ...estimate, hindrance: unbalanced(only) }
  }
  if (hasZero(blocks)) {
    const all = (side: 'baseline' | 'candidate') => blocks.flatMap(block => block[side])
    const allOrNothing = fromOrToZero(all('baseline'), all('candidate'))
    if (allOrNothing) return allOrNothing
    return noEstimate(
      'some runs are 0 and have no ratio that several blocks could share: compare each block on its own',
    )
  }
  return logEstimate(blocks, levels)
}
