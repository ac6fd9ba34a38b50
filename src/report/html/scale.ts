// The common scale of all interval charts of a page.
import type { Policy, Row } from '../../model/index.ts'

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 3] as const
const COVERED = 0.85
/** With more bands than this to the end of the scale, the band would be too narrow to see. */
const MOST_BANDS = 10

function coveredEnd(rows: Row[]): number {
  const ends = rows
    .flatMap(row => row.interval ?? [])
    .map(end => Math.abs(Math.log(end)))
    .filter(Number.isFinite)
    .sort((a, b) => a - b)
  return ends[Math.floor(COVERED * (ends.length - 1))] ?? 0
}

/**
 * The change at the right end of the scale, as a fraction. The scale has room for 85 % of the intervals of all rows,
 * and for 85 % of those that moved. It shows two to ten no-change bands. One row far off must not squeeze all others:
 * its bar ends in an arrow.
 */
export function chartLimit(rows: Row[], policy: Policy): number {
  const moved = rows.filter(row => row.verdict === 'regression' || row.verdict === 'improvement')
  const band = Math.log1p(policy.band)
  const needed = Math.max(coveredEnd(rows), coveredEnd(moved), 2 * band)
  const usable = STEPS.filter(step => Math.log1p(step) <= MOST_BANDS * band)
  return usable.find(step => Math.log1p(step) >= needed) ?? usable.at(-1) ?? STEPS[0]
}
