// Sorts rows by importance. A reviewer has to see the first ones first; when space is short, the last ones go first.
import type { Row, Verdict } from '../../../model/index.ts'

/** Verdicts from the most to the least important. */
const IMPORTANCE: Verdict[] = [
  'failed',
  'regression',
  'removed',
  'not-comparable',
  'scattered',
  'improvement',
  'inconclusive',
  'new',
  'no-change',
]

function size(row: Row): number {
  // Growth from nothing has no ratio and is larger than any that has one.
  if (row.ratio === null) return row.baseline === 0 && row.candidate !== null ? Number.POSITIVE_INFINITY : 0
  // Of a ratio that is no number, 0.
  return Math.abs(Math.log(row.ratio)) || 0
}

/** Not localeCompare: the order must not depend on the machine's language. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A copy of the rows: by verdict, those that gate first, then the largest change, then by name. */
export function orderRows(rows: Row[]): Row[] {
  // Computed once for each row, which is compared with many: a report may have a hundred thousand.
  const keyed = rows.map(row => ({ row, rank: IMPORTANCE.indexOf(row.verdict), size: size(row) }))
  keyed.sort(
    (a, b) =>
      a.rank - b.rank ||
      Number(b.row.gates) - Number(a.row.gates) ||
      // NaN, of two that grew from nothing, counts as equal.
      b.size - a.size ||
      compareText(a.row.benchmark, b.row.benchmark) ||
      compareText(a.row.metric, b.row.metric),
  )
  return keyed.map(({ row }) => row)
}
