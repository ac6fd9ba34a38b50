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

/** How much of its limit a budget has used up, where that is to be said. */
function usedText({
  verdict,
  atMost,
  value,
  limit,
}: Pick<BudgetResult, 'verdict' | 'atMost' | 'value' | 'limit'>) {
  if (verdict !== 'near' || value === null) return ''
  return ` (${formatShare(atMost ? value / limit : limit / value, 2)} of it)`
}

/** `p99 of http: 5.31 ms (5.22 ms to 5.40 ms), at most 5 ms: over budget`. */
function budgetText({ benchmark, metric, unit, ...result }: BudgetResult, { name, prose }: Writing): string {
  const limit = `${result.atMost ? 'at most' : 'at least'} ${formatValue(result.limit, unit)}`
  const interval = result.interval?.map(end => formatValue(end, unit)).join(' to ')
  const value =
    result.value === null ? '' : `${formatValue(result.value, unit)}${interval ? ` (${interval})` : ''}, `
  const reason = result.reason === null ? '' : ` (${result.reason})`
  const held = `${value}${limit}: ${BUDGET_VERDICT[result.verdict]}${usedText(result)}${reason}`
  return `${prose(`${metric} of`)} ${name(benchmark)}: ${prose(held)}`
}

/** A line for each, those that are broken first. */
export function budgetTexts(budgets: BudgetResult[], writing = plain): string[] {
  return budgets
    .toSorted((a, b) => importance.indexOf(a.verdict) - importance.indexOf(b.verdict))
    .map(budget => budgetText(budget, writing))
}
