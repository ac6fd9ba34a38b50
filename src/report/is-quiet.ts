// Whether a comparison says nothing that anybody would have to act on.
import type { Comparison, Verdict } from '../model.ts'

const quiet: Verdict[] = ['no-change', 'inconclusive', 'new']

/** What a pull request would change in the policy that judges the ones after it. */
const aboutPolicy = [
  'config-changed',
  'config-broken',
  'workflow-changed',
  'waiver-accepted',
  'waiver-not-accepted',
]

/** A pass in which no row changed, whether it gates or not, no budget is broken or almost, and the policy stays. */
export function isQuiet({ outcome, rows, budgets, warnings }: Comparison): boolean {
  return (
    outcome === 'pass' &&
    !warnings.some(({ code }) => aboutPolicy.includes(code)) &&
    rows.every(row => quiet.includes(row.verdict)) &&
    budgets.every(budget => budget.verdict === 'within')
  )
}
