// Budgets in plain text: each renderer escapes it for its own medium.
import type { BudgetResult } from '../../model/index.ts'
import { formatShare } from '../../units.ts'
import { formatValue } from './numbers.ts'
import { visibleText } from './visible-text.ts'

const BUDGET_VERDICT: Record<BudgetResult['verdict'], string> = {
  over: 'over budget',
  almost: 'almost over',
  near: 'kept, and close to the limit',
  unknown: 'not known',
  within: 'within',
}

const importance = Object.keys(BUDGET_VERDICT)

/** How names, and the words around them, are written for a medium. */
type Writing = { name: (text: string) => string; prose: (text: string) => string }

const plain: Writing = { name: visibleText, prose: visibleText }

/** `p99 of http: 5.31 ms (5.22 ms to 5.40 ms), at most 5 ms: over budget`; of one that is nearly used up, its share. */
function budgetText(budget: BudgetResult, { name, prose }: Writing): string {
  const { benchmark, metric, unit, verdict, atMost, value, limit, reason } = budget
  const interval = budget.interval?.map(end => formatValue(end, unit)).join(' to ')
  const held = [
    value === null ? '' : `${formatValue(value, unit)}${interval ? ` (${interval})` : ''}, `,
    `${atMost ? 'at most' : 'at least'} ${formatValue(limit, unit)}: ${BUDGET_VERDICT[verdict]}`,
    verdict === 'near' && value !== null
      ? ` (${formatShare(atMost ? value / limit : limit / value, 2)} of it)`
      : '',
    reason === null ? '' : ` (${reason})`,
  ]
  return `${prose(`${metric} of`)} ${name(benchmark)}: ${prose(held.join(''))}`
}

/** A line for each, those that are broken first. */
export function budgetTexts(budgets: BudgetResult[], writing = plain): string[] {
  return budgets
    .toSorted((a, b) => importance.indexOf(a.verdict) - importance.indexOf(b.verdict))
    .map(budget => budgetText(budget, writing))
}
