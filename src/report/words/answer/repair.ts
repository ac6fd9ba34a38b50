// What to do about rows that fail and budgets that are broken.
import type { Comparison } from '../../../model/index.ts'
import { counted, firstOf } from '../../../phrases.ts'
import { missingRows } from '../how-to-accept.ts'
import { visibleText } from '../visible-text.ts'
import { MISSING_ADVICE, type Words } from './not-established.ts'
import { type GatedRows, having, sharedWord } from './rows.ts'
import { failures } from './what-happened.ts'

/** What a broken budget comes to; empty for none. */
export function overBudget(budgets: Comparison['budgets'], { write }: GatedRows): Words {
  const over = budgets.filter(budget => budget.verdict === 'over')
  if (over.length === 0) return { title: '', advice: '' }
  const names = over.map(budget => write(visibleText(budget.benchmark)))
  const title =
    over.length === 1
      ? `${names[0]} is over its budget`
      : `${counted(over.length, 'budget')} broken: ${firstOf(names, 3)}`
  return { title, advice: 'do not release before the budget is met or changed' }
}

/** What to do about rows that fail and budgets that are broken (lower case, no full stop); empty where there are none. */
export function repairAdvice(budgets: Comparison['budgets'], gated: GatedRows): string {
  const budget = overBudget(budgets, gated)
  const worse = having(gated.rows, 'regression').filter(row => row.fails)
  const what = worse.length === 1 ? 'it' : 'them'
  // Not all that got worse may be a time.
  const fix = sharedWord(worse, '') === 'slower' ? `make ${what} faster` : `look into ${what} before merging`
  const advice = [
    worse.length > 0 ? fix : '',
    failures(gated).length > 0 && budget.title !== '' ? `${budget.title}: ${budget.advice}` : budget.advice,
    missingRows(gated.rows).length > 0 ? MISSING_ADVICE : '',
  ]
  return advice.filter(Boolean).join('; ')
}
