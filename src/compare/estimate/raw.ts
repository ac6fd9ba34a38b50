// Two samples of counts, of which some runs are zero and have no logarithm: the combined test on the raw values. The
// change is the Hodges-Lehmann shift, its interval inverts the test, and both are shares of the baseline's median: a
// ratio of means follows single runs far out, and would contradict the ranks. Fieller's interval of that ratio has a
// say where "no change" is claimed: of counts that are mostly equal the ranks see less than they seem to.

import { mean, median } from '../../stats/describe/summary.ts'
import { mannWhitney } from '../../stats/ranks/rank-sum.ts'
import { alternatedShift } from '../../stats/tests/alternated-shift.ts'
import { fiellerInterval } from '../../stats/tests/ratios.ts'
import type { Shift } from '../../stats/tests/shift-intervals.ts'
import type { MeasuredBlock } from '../sides/measured-block.ts'
import { type Estimate, type IntervalLevels, noEstimate } from './estimate.ts'
import { footingOf, sensitivity } from './sensitivity.ts'

const NO_PERCENTAGE = 'the median run of the baseline is 0, so no change has a percentage'

/**
 * The p-value of the combined test; where the means differ in the other direction than most pairs of runs, that of the
 * ranks alone (doubled, since they are one test of two): what only the means say is no evidence for the ranks' direction.
 */
function pOf({ baseline, candidate }: MeasuredBlock, { shift, p }: Shift): number {
  const agree = (mean(candidate) - mean(baseline)) * shift > 0
  return agree ? p : Math.max(p, Math.min(1, 2 * mannWhitney(baseline, candidate)))
}

/** The interval that covers both; null where one of them is unbounded. */
function hull(one: [number, number], other: [number, number] | null): [number, number] | null {
  return other && [Math.min(one[0], other[0]), Math.max(one[1], other[1])]
}

/** Estimates candidate / baseline from at least two runs a side. */
export function rawEstimate(block: MeasuredBlock, levels: IntervalLevels): Estimate {
  const { baseline, candidate } = block
  const sides = [{ a: baseline, b: candidate }]
  const found = alternatedShift(sides)
  const p = pOf(block, found)
  const unit = median(baseline)
  const known = { p, direction: Math.sign(found.shift), hindrance: null }
  if (unit === 0) return { ...noEstimate(''), ...known, doubt: NO_PERCENTAGE }
  // No count is below zero, whatever a shift of all runs would make of the smallest.
  const ratioOf = (change: number) => Math.max(0, 1 + change / unit)
  const intervalAt = (level: number): [number, number] => {
    const [low, high] = found.intervalAt(level)
    return p > 1 - level ? [Math.min(low, 0), Math.max(high, 0)] : [low, high]
  }
  const ratiosAt = (level: number) => intervalAt(level).map(ratioOf) as [number, number]
  const scale = { on: (effect: number) => effect * unit, off: (change: number) => change / unit }
  return {
    ratio: ratioOf(found.shift),
    ...known,
    interval: ratiosAt(levels.shown),
    equivalenceInterval: hull(
      ratiosAt(levels.equivalence),
      fiellerInterval(baseline, candidate, levels.equivalence),
    ),
    ...sensitivity({ shift: found.shift, intervalAt }, footingOf(sides), scale),
  }
}
