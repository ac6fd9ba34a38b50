// Whether the candidate's runs scatter many times more than those of its interleaved baseline. Nothing can be said of a
// change then, and the candidate itself is the reason.
import type { Policy } from '../../model/index.ts'
import { spreadTest } from '../../stats/inference/spread-test.ts'
import type { ErrorLevels } from '../looks.ts'
import { hasZero, logsOf, type MeasuredBlock } from '../sides/rounds/measured-block.ts'

/** `distance`: the mean distance of the candidate's runs from their median, on the log scale. */
export type Scatter = { ratio: number; p: number; distance: number }

const FEWEST_RUNS = 3
/**
 * One side may have so many times the runs of the other. Simulated with groups of runs, 5 runs against 20 are named in 5
 * % of cases.
 */
const MOST_UNEQUAL = 1.1

const isTestable = ({ baseline, candidate }: MeasuredBlock): boolean => {
  const [few, many] = [baseline.length, candidate.length].sort((x, y) => x - y) as [number, number]
  return few >= FEWEST_RUNS && many <= Math.max(few + 1, MOST_UNEQUAL * few)
}

/** The scatter of a row. Null for zeros, which have no logarithm, and for too few or very unequal numbers of runs. */
export function scatterOf(blocks: MeasuredBlock[]): Scatter | null {
  if (blocks.length === 0 || hasZero(blocks) || !blocks.every(isTestable)) return null
  return spreadTest(logsOf(blocks))
}

/** Whether the candidate is named for it: significantly more, many times as much, and enough to matter in this row. */
export function isScattered(
  { ratio, p, distance }: Scatter,
  adjustedP: number,
  { policy, band, levels }: { policy: Policy; band: number; levels: ErrorLevels },
): boolean {
  const isSignificant = p < levels.row && adjustedP < levels.family
  return isSignificant && ratio >= policy.scatteredFrom && distance >= Math.log1p(band) / 2
}

/** `38 times as much as`; of a baseline that does not vary at all nobody can say how many times. */
const timesText = (ratio: number) =>
  Number.isFinite(ratio) ? `${Number(ratio.toPrecision(2))} times as much as` : 'while nothing varies in'

/** What a row says whose candidate scatters. */
export const scatterText = ({ ratio }: Scatter): string =>
  `the candidate's runs scatter ${timesText(ratio)} those of its baseline, which were made in between`
