// Runs of both sides that alternated, on one machine or attempt of a job or on several: one ratio for all of these
// blocks, tested within them. A block with a ratio of its own gets a warning: see ../diagnose/block-disagreement.ts.

import { interleavedShift } from '../../stats/inference/interleaved-shift.ts'
import type { Shift } from '../../stats/inference/shift-intervals.ts'
import type { Block } from '../../stats/ranks/stratified-ranks.ts'
import { isClocked } from '../../units.ts'
import { coreRatios } from '../sides/rounds/duet.ts'
import {
  hasZero,
  logsOf,
  type MeasuredBlock,
  tooFewRuns,
  unbalanced,
} from '../sides/rounds/measured-block.ts'
import { roundedShift, roundingOfBlocks, tooRounded } from './clock-step.ts'
import { type Estimate, type IntervalLevels, noEstimate, ratioInterval } from './estimate.ts'
import { unvaryingEstimate } from './exact.ts'
import { type Footing, footingOf, logScale, sensitivity } from './sensitivity.ts'
import { fromOrToZero, zeroCountsEstimate } from './zero-counts.ts'

/** The facts about a row that its estimate needs besides its numbers. */
export type RowNature = { unit: string; band: number; levels: IntervalLevels }

/** `rounding`: how far the rounding of its numbers reaches, on the log scale; 0 where they are not rounded. */
type Clocked = RowNature & { rounding: number }

/** The estimate of what a test finds between logarithms, and of what it could have found on this footing. */
function ofLogs(test: () => Shift, footing: Footing, { levels, band, rounding }: Clocked): Estimate {
  const rounded = () => roundedShift(test(), rounding)
  const { shift, p, intervalAt } = rounded()
  return {
    ratio: Math.exp(shift),
    p,
    interval: ratioInterval(intervalAt(levels.shown)),
    equivalenceInterval: ratioInterval(intervalAt(levels.equivalence)),
    ...sensitivity(rounded, footing, logScale),
    ...tooRounded(rounding, band),
    hindrance: null,
  }
}

function logEstimate(blocks: MeasuredBlock[], clocked: Clocked): Estimate {
  const logs = logsOf(blocks)
  const inRounds = blocks.every(block => block.inRounds === true)
  return ofLogs(() => interleavedShift(logs, inRounds), footingOf(logs), clocked)
}

/** The estimate of a duet, whose blocks `coreRatios` made: half of the shift between them. */
function duetEstimate(ratios: Block[], clocked: Clocked): Estimate {
  const half = ([low, high]: [number, number]): [number, number] => [low / 2, high / 2]
  const test = () => {
    const { shift, p, intervalAt } = interleavedShift(ratios)
    return { shift: shift / 2, p, intervalAt: (level: number) => half(intervalAt(level)) }
  }
  const { runs, df } = footingOf(ratios)
  // Half of the pairs have the baseline on the first core.
  return ofLogs(test, { runs: 2 * runs, df }, clocked)
}

/**
 * Estimates the candidate / baseline that all blocks share; `runsNeeded` are per side and block. The ratio is exp of
 * the stratified Hodges-Lehmann shift, and not of the inverse-variance weighted mean. Where 10 % of runs are slowed by
 * 5 to 50 %, it is three to six times closer to the truth. Its price is a fifth more scatter where one machine is three
 * times quieter than the others. The scatter is twice as much where one machine is ten times quieter than three others.
 */
export function blockedEstimate(blocks: MeasuredBlock[], nature: RowNature): Estimate {
  const hindrance = tooFewRuns(blocks)
  if (hindrance !== null) return noEstimate(hindrance)
  const unvarying = unvaryingEstimate(blocks, nature.unit)
  if (unvarying) return unvarying
  const clocked = { ...nature, rounding: isClocked(nature.unit) ? roundingOfBlocks(blocks) : 0 }
  const ratios = coreRatios(blocks)
  if (ratios !== null) return duetEstimate(ratios, clocked)
  const [first] = blocks
  const isZero = hasZero(blocks)
  if (isZero && blocks.length > 1) {
    const all = (side: 'baseline' | 'candidate') => blocks.flatMap(block => block[side])
    const allOrNothing = fromOrToZero(all('baseline'), all('candidate'))
    if (allOrNothing) return allOrNothing
    return noEstimate(
      'some runs are 0 and have no ratio that several blocks could share: compare each block on its own',
    )
  }
  const estimate = isZero && first ? zeroCountsEstimate(first, nature.levels) : logEstimate(blocks, clocked)
  return { ...estimate, hindrance: unbalanced(blocks) }
}
