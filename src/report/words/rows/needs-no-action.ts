// Decides whether nobody has to act on a comparison.
import type { Comparison, Verdict } from '../../../model/index.ts'

const quiet: Verdict[] = ['no-change', 'inconclusive', 'new']

/** With these, the numbers may be of something else, or the pull request changes how others are judged. */
const matters = [
  'output-not-recognised',
  'config-changed',
  'workflow-changed',
  'waiver-accepted',
  'waiver-not-accepted',
  'rename-added',
]

/** A pass in which no row changed, whether it gates or not, no budget is broken or almost, and no warning matters. */
export function needsNoAction({ outcome, rows, budgets, warnings }: Comparison): boolean {
  return (
    outcome === 'pass' &&
    !warnings.some(({ code }) => matters.includes(code)) &&
    rows.every(row => quiet.includes(row.verdict)) &&
    budgets.every(budget => budget.verdict === 'within')
  )
}
