// Whether a comparison says nothing that anybody would have to act on.
import type { Comparison, Verdict } from '../model.ts'

const quiet: Verdict[] = ['no-change', 'inconclusive', 'new']

/** A pass in which no row changed, whether it gates or not, and no budget is broken or almost. */
export function isQuiet({ outcome, rows, budgets }: Comparison): boolean {
  return (
    outcome === 'pass' &&
    rows.every(row => quiet.includes(row.verdict)) &&
    budgets.every(budget => budget.verdict === 'within')
  )
}
