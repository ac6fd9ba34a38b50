// The planned looks at the data: how much of each error rate one may spend, and when the second is worth its runs.
import type { Comparison, Look, Policy } from '../model/index.ts'

export type ErrorLevels = { row: number; family: number; equivalence: number }

// Shares spent at the first and the last of two planned looks. Simulated: 0.1 % and then 0.95 % of a row's 1 % give
// 1.0 % overall with 10 and 20 runs; the family's 0.5 % + 4.5 % and equivalence's 2.5 % + 2.5 % are Bonferroni.
const SPENT: Record<Look, ErrorLevels> = {
  only: { row: 1, family: 1, equivalence: 1 },
  first: { row: 0.1, family: 0.1, equivalence: 0.5 },
  last: { row: 0.95, family: 0.9, equivalence: 0.5 },
}

/** The levels at which `look` decides: a row's own, the family's, and that of each one-sided equivalence test. */
export function levelsAt(look: Look, policy: Policy): ErrorLevels {
  const share = SPENT[look]
  return {
    row: policy.alpha * share.row,
    family: policy.familyAlpha * share.family,
    equivalence: policy.equivalenceAlpha * share.equivalence,
  }
}

/** Warnings about odd runs, which call for more runs just as an undecided row does. */
const answeredByRuns = ['outlier-runs', 'bimodal-runs']

/** Whether the first look leaves something open that more runs may settle. */
export const needsMoreRuns = ({ rows }: Comparison): boolean =>
  rows.some(
    row =>
      row.gates &&
      (row.verdict === 'inconclusive' || row.warnings.some(warning => answeredByRuns.includes(warning.code))),
  )
