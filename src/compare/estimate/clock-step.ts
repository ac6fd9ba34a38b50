// The step of the clock, or of the rounding, that times and rates show by themselves. What was rounded says nothing of what
// lies within a step, however often it is measured: runs that hardly vary all give the same number. Counts have no such step.
import { median } from '../../stats/describe/summary.ts'
import { type Shift, withZero } from '../../stats/inference/shift-intervals.ts'
import { formatShare } from '../../units.ts'
import type { MeasuredBlock } from '../sides/rounds/measured-block.ts'
import type { Estimate } from './estimate.ts'

/** Decimal digits that count: the rest of a number may be the rounding of a change of unit. */
const DIGITS = 12
/** Numbers are rounded if at most this share of them differs from all others. */
const DISTINCT = 0.5

const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other))

/** The largest power of ten that divides an integer above 0. */
function power(value: number): number {
  let ten = 1
  while (value % (10 * ten) === 0) ten *= 10
  return ten
}

/**
 * The largest step of a clock that can give all of these values, which are above 0. Of equal ones it is the place of their last
 * digit: any clock can give the same number twice.
 */
export function largestStep(values: number[]): number {
  const unit = 10 ** (Math.floor(Math.log10(Math.max(...values))) + 1 - DIGITS)
  const different = [...new Set(values.map(value => Math.round(value / unit)))]
  return unit * (different.length === 1 ? power(different[0] as number) : different.reduce(divisor))
}

/** The log ratio of two times that are one step apart and may be half a step off, each on its far side. */
const reachOf = (step: number, level: number) => Math.log((level + step / 2) / (level - step / 2))

/** How far rounding reaches (log scale) in values above 0 of which most are equal to others; 0 for all others. */
export function roundingOf(values: number[]): number {
  if (new Set(values).size > DISTINCT * values.length) return 0
  return reachOf(largestStep(values), median(values))
}

/** What an estimate says whose numbers are too coarse for the band: more runs do not help. Nothing for all others. */
export function tooRounded(rounding: number, band: number): Partial<Pick<Estimate, 'doubt' | 'runsNeeded'>> {
  if (rounding <= Math.log1p(band)) return {}
  const most = formatShare(Math.expm1(rounding), 2)
  return {
    doubt: `rounding, or a coarse clock, may hide changes of up to ${most}: no number of runs shows that nothing changed`,
    runsNeeded: () => null,
  }
}

/** The same of the block with the coarsest numbers. */
export const roundingOfBlocks = (blocks: MeasuredBlock[]): number =>
  Math.max(...blocks.map(({ baseline, candidate }) => roundingOf([...baseline, ...candidate])))

/**
 * The shift of rounded values, whose interval reaches at least a step beyond it. Moved by a part of a step, rounded values tie no
 * more, so that the ranks would refuse any such shift. Simulated with a step of 10 % and a change of 4 %, the interval was 0 to 0
 * in nine of ten cases.
 */
export function roundedShift(found: Shift, rounding: number): Shift {
  if (rounding === 0) return found
  const { shift, p, intervalAt } = found
  const wider = (level: number): [number, number] => {
    const [low, high] = intervalAt(level)
    return withZero(Math.min(low, shift - rounding), Math.max(high, shift + rounding), shift, p > 1 - level)
  }
  return { shift, p, intervalAt: wider }
}
