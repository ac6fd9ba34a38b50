// Turns an estimate into a verdict: equivalence first, then significance. Else it is inconclusive, and says what would
// help.
import type { Better, Verdict } from '../../model/index.ts'
import { formatShare } from '../../units.ts'
import { changeDirection, type Estimate } from '../estimate/estimate.ts'
import type { ErrorLevels } from '../looks.ts'

export type RowVerdict = { verdict: Verdict; reason: string | null }

/**
 * A number as people compare it with a limit: without the digits that computing with fractions leaves. 1.001 µs are
 * 1000.9999999999999 ns in floating point, and 1 − 0.07 is 0.9299999999999999.
 */
export const writtenDigits = (value: number): number => Number(value.toPrecision(12))

/** Whether the interval of the ratio lies within the no-change band, which is symmetric on the log scale. */
export function withinBand(interval: [number, number] | null, band: number): boolean {
  if (interval === null) return false
  const [low, high] = interval.map(writtenDigits) as [number, number]
  return low >= writtenDigits(1 / (1 + band)) && high <= writtenDigits(1 + band)
}

/** The reason where many runs are equal: no number in the report would say which side is better. */
const NO_DIRECTION =
  'the runs of both sides differ, but the median difference between them is 0, which names no direction'

/** Why there is no change: the difference is real but small, or the shown interval is wider than the band. */
function whyNoChange(
  { interval }: Estimate,
  { significant, band, levels }: { significant: boolean; band: number; levels: ErrorLevels },
): string | null {
  if (significant) return 'the difference is real, but within the band'
  if (interval === null || withinBand(interval, band)) return null
  return (
    `no change is decided by the ${formatShare(1 - 2 * levels.equivalence)} interval, which is within the band; ` +
    'the one shown here is wider'
  )
}

/** The verdict on a change up or down. */
const calledAs = (direction: number, better: Better): Verdict =>
  direction > 0 === (better === 'lower') ? 'regression' : 'improvement'

/** `ratio` is null for growth from nothing. The interval of times is as wide as the step of their clock. */
function exactVerdict(estimate: Estimate, better: Better, band: number): RowVerdict {
  const { ratio, equivalenceInterval, doubt } = estimate
  const isWithin = withinBand(equivalenceInterval, band)
  if (isWithin && ratio === 1)
    return { verdict: 'no-change', reason: 'every run of both sides gave the same number' }
  if (!isWithin && doubt !== undefined) return { verdict: 'inconclusive', reason: doubt }
  const reason = 'every run of a side gave the same number: the difference is exact'
  if (isWithin) return { verdict: 'no-change', reason: `${reason}, and within the band` }
  return { verdict: calledAs(changeDirection(estimate), better), reason }
}

/** The verdict of a row. `adjustedP` is Holm's over its family. Without p an estimate is exact, or says why it cannot decide. */
export function judge(
  estimate: Estimate,
  adjustedP: number | null,
  { better, band, levels }: { better: Better; band: number; levels: ErrorLevels },
): RowVerdict {
  const { p } = estimate
  if (estimate.hindrance !== null) return { verdict: 'inconclusive', reason: estimate.hindrance }
  if (p === null) return exactVerdict(estimate, better, band)
  const significant = p < levels.row && adjustedP !== null && adjustedP < levels.family
  if (withinBand(estimate.equivalenceInterval, band)) {
    return { verdict: 'no-change', reason: whyNoChange(estimate, { significant, band, levels }) }
  }
  if (!significant) return { verdict: 'inconclusive', reason: estimate.doubt ?? null }
  const direction = changeDirection(estimate)
  if (direction === 0) return { verdict: 'inconclusive', reason: NO_DIRECTION }
  return { verdict: calledAs(direction, better), reason: null }
}
