// When a planned second look is worth its runs.
import type { Comparison } from '../../model/index.ts'

/** Odd runs are answered with more runs, never with fewer: they count as much as a row that is undecided. */
const answeredByRuns = ['outlier-runs', 'bimodal-runs']

/** Whether the first look leaves something open that more runs may settle. */
export const needsMoreRuns = ({ rows }: Comparison): boolean =>
  rows.some(
    row =>
      row.gates &&
      (row.verdict === 'inconclusive' || row.warnings.some(warning => answeredByRuns.includes(warning.code))),
  )
