// The outcome of a whole comparison, and why. Zero comparisons are never a pass.
import {
  type BudgetResult,
  type Comparison,
  comparedVerdicts,
  type NotEstablished,
  type Row,
  type Verdict,
} from '../model.ts'

type Conclusion = Pick<Comparison, 'outcome' | 'reason' | 'explanation'>

const notEstablished = (reason: NotEstablished, explanation: string): Conclusion => ({
  outcome: 'not-established',
  reason,
  explanation,
})

const MOST_NAMED = 10

/** Each name once, and only so many: a suite of thousands may be missing as a whole. */
function names(found: string[]): string {
  const different = [...new Set(found)]
  const more = different.length - MOST_NAMED
  return `${different.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const benchmarks = (rows: Row[]) => names(rows.map(row => row.benchmark))

type Known = {
  sessions: number
  unreadable: string | null
  changed: string | null
  untuned: string | null
  budgets: BudgetResult[]
}

/**
 * `sessions` is how many baseline sessions were offered, `unreadable` why none could be read where there may be some,
 * `changed` why they were refused if all were, `untuned` why the machine was not tuned where it had to be, `budgets` the
 * results of those that gate: they need no baseline.
 */
export function conclude(
  rows: Row[],
  { sessions, unreadable, changed, untuned, budgets }: Known,
): Conclusion {
  const gating = rows.filter(row => row.gates)
  const having = (...verdicts: Verdict[]) => gating.filter(row => verdicts.includes(row.verdict))
  const overBudget = budgets.filter(budget => budget.verdict === 'over')
  const regressions = gating.filter(row => row.fails)
  if (regressions.length > 0 || overBudget.length > 0) {
    const worse = regressions.length > 0 ? [`significantly worse: ${benchmarks(regressions)}`] : []
    const over = overBudget.length > 0 ? [`over budget: ${names(overBudget.map(one => one.benchmark))}`] : []
    return { outcome: 'regression', reason: null, explanation: [...worse, ...over].join('; ') }
  }
  if (untuned !== null) return notEstablished('untuned', untuned)
  if (sessions === 0 && unreadable !== null) return notEstablished('baseline-unreadable', unreadable)
  if (sessions === 0) return notEstablished('no-baseline', 'there is no baseline to compare with yet')
  if (changed !== null) return notEstablished('testbed-changed', changed)
  const compared = having(...comparedVerdicts)
  const strange = having('not-comparable')
  if (compared.length === 0 && strange.length === 0) {
    const shown = rows.some(row => comparedVerdicts.includes(row.verdict))
    return notEstablished(
      'nothing-compared',
      shown ? 'no row that was measured on both sides gates' : 'no benchmark was measured on both sides',
    )
  }
  const missing = having('removed', 'failed')
  if (missing.length > 0 || strange.length > 0) {
    const parts: [string, Row[]][] = [
      ['in the baseline or expected, but not measured', missing],
      ['not comparable with the baseline', strange],
    ]
    const said = parts.filter(([, found]) => found.length > 0)
    const explanation = said.map(([what, found]) => `${what}: ${benchmarks(found)}`).join('; ')
    return notEstablished('benchmarks-missing', explanation)
  }
  const unknown = budgets.filter(budget => budget.verdict === 'unknown')
  if (unknown.length > 0) {
    const what = names(unknown.map(({ benchmark, metric }) => `${metric} of ${benchmark}`))
    return notEstablished('benchmarks-missing', `budgets that could not be held against anything: ${what}`)
  }
  const open = having('inconclusive').length
  const explanation =
    open === compared.length
      ? 'every row is inconclusive: nothing speaks for a change, and nothing against one'
      : `${compared.length} compared, none significantly worse`
  return { outcome: 'pass', reason: null, explanation }
}
