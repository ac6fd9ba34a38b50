// Estimates a change of counts, of which some are zero and have no logarithm, by the combined test on the raw values.
// The change is the Hodges-Lehmann shift, and its interval inverts the test. Both are shares of the baseline's median.
// A ratio of means would follow single runs far out and contradict the ranks. Its Fieller interval counts only for "no
// change": where most counts are equal, the ranks see less than they seem to.

import { mean, median } from '../../stats/describe/summary.ts'
import { interleavedShift } from '../../stats/inference/interleaved-shift.ts'
import { fiellerInterval } from '../../stats/inference/ratios.ts'
import type { Shift } from '../../stats/inference/shift-intervals.ts'
import { mannWhitney } from '../../stats/ranks/rank-sum.ts'
import type { MeasuredBlock } from '../sides/rounds/measured-block.ts'
import { type Estimate, type IntervalLevels, noEstimate } from './estimate.ts'
import { footingOf, sensitivity } from './sensitivity.ts'

const NO_PERCENTAGE = 'the median run of the baseline is 0, so no change has a percentage'

/**
 * The p-value of the combined test. Where the means differ in the other direction than most pairs of runs, only the
 * ranks count: the means do not support the ranks' direction. Their p is doubled, since they are one test of two.
 */
function pOf({ baseline, candidate }: MeasuredBlock, { shift, p }: Shift): number {
  const agree = (mean(candidate) - mean(baseline)) * shift > 0
  return agree ? p : Math.max(p, Math.min(1, 2 * mannWhitney(baseline, candidate)))
}

/** The interval that covers both; null where one of them is unbounded. */
function hull(one: [number, number], other: [number, number] | null): [number, number] | null {
  return other && [Math.min(one[0], other[0]), Math.max(one[1], other[1])]
}

const NOTHING_LEFT = 'every run of the candidate is 0: measure more runs'

/**
 * The estimate of growth from nothing, and of a fall to nothing: every run of one side is 0, and none of the other's. Blocks and
 * stored sessions need not share a ratio for that; their ranks alone are tested. Null for anything else.
 */
export function fromOrToZero(baseline: number[], candidate: number[]): Estimate | null {
  const isNothing = (side: number[]) => side.every(value => value === 0)
  const known = { ...noEstimate(null), p: mannWhitney(baseline, candidate) }
  if (isNothing(baseline) && !candidate.includes(0)) return { ...known, direction: 1, doubt: NO_PERCENTAGE }
  if (isNothing(candidate) && !baseline.includes(0)) return { ...known, ratio: 0, doubt: NOTHING_LEFT }
  return null
}

/** The shift with the p-value that counts, and an interval that agrees with it about no change. */
function countsShift(block: MeasuredBlock, found: Shift): Shift {
  const p = pOf(block, found)
  const intervalAt = (level: number): [number, number] => {
    const [low, high] = found.intervalAt(level)
    return p > 1 - level ? [Math.min(low, 0), Math.max(high, 0)] : [low, high]
  }
  return { ...found, p, intervalAt }
}

/** Estimates candidate / baseline from at least two runs a side. */
export function zeroCountsEstimate(block: MeasuredBlock, levels: IntervalLevels): Estimate {
  const { baseline, candidate } = block
  const sides = [{ a: baseline, b: candidate }]
  const test = () => countsShift(block, interleavedShift(sides))
  const { p, ...found } = test()
  const unit = median(baseline)
  const known = { p, direction: Math.sign(found.shift), hindrance: null }
  if (unit === 0) return { ...noEstimate(null), ...known, doubt: NO_PERCENTAGE }
  // No count is below zero, even where a shift of all runs would put the smallest below it.
  const ratioOf = (change: number) => Math.max(0, 1 + change / unit)
  const ratiosAt = (level: number) => found.intervalAt(level).map(ratioOf) as [number, number]
  const scale = { on: (effect: number) => effect * unit, off: (change: number) => change / unit }
  return {
    ratio: ratioOf(found.shift),
    ...known,
    interval: ratiosAt(levels.shown),
    equivalenceInterval: hull(
      ratiosAt(levels.equivalence),
      fiellerInterval(baseline, candidate, levels.equivalence),
    ),
    ...sensitivity(test, footingOf(sides), scale),
  }
}
