// Absolute limits (SLOs): whether the candidate keeps them, whatever the baseline was. The interval decides, so that one
// lucky job does not pass. It covers the runs of this job only, and says nothing about another machine.
import type { Budget, BudgetResult, Policy, Row } from '../../model/index.ts'
import { mean } from '../../stats/describe/summary.ts'
import { oneSampleT, tInterval } from '../../stats/inference/t-tests.ts'
import { keyOf } from '../sides/primary-rows.ts'
import { matchesPattern } from '../sides/row-settings.ts'
import { writtenDigits } from './judge.ts'

/** Whether a budget that is kept has used up so much of its limit that it is to be named. */
const isNear = ({ atMost, limit, warn }: Budget, value: number): boolean =>
  warn !== undefined && (atMost ? value > warn * limit : value * warn < limit)

function verdictOf(budget: Budget, value: number, interval: [number, number]): BudgetResult['verdict'] {
  const { atMost } = budget
  const [limit, low, high] = [budget.limit, ...interval].map(writtenDigits) as [number, number, number]
  const [kept, broken] = atMost ? [high <= limit, low > limit] : [low >= limit, high < limit]
  if (kept) return isNear(budget, value) ? 'near' : 'within'
  return broken ? 'over' : 'almost'
}

/** The result of a limit that cannot be checked, in its own unit. */
function unknown(
  { unit, atMost, limit }: Budget,
  found: { benchmark: string; metric: string; reason: string },
): BudgetResult {
  return { ...found, unit, atMost, limit, value: null, interval: null, verdict: 'unknown' }
}

function resultOf(
  budget: Budget,
  { benchmark, metric, unit, values, reason: said }: Row,
  alpha: number,
): BudgetResult {
  if (budget.unit !== unit) {
    const reason = `the limit is in ${budget.unit || 'no unit'}, the metric in ${unit || 'no unit'}`
    return unknown(budget, { benchmark, metric, reason })
  }
  const { atMost, limit } = budget
  const interval = values.candidate.length < 2 ? null : tInterval(oneSampleT(values.candidate), 1 - alpha)
  const row = { benchmark, metric, unit, atMost, limit, interval, reason: null }
  if (interval === null) {
    const reason = values.candidate.length === 0 && said !== null ? said : 'measured in fewer than two runs'
    return { ...row, value: null, verdict: 'unknown', reason }
  }
  const value = mean(values.candidate)
  return { ...row, value, verdict: verdictOf(budget, value, interval) }
}

const SHARED =
  'it holds the waiting for the other version, whose service had the same CPUs; measure in turn, without duet'

/** Rows by their keys: those that are not checked, and the names by which budgets know benchmarks that have another one now. */
type KnownRows = { holdingOther: ReadonlySet<string>; policyNames: ReadonlyMap<string, string> }

/** One result for each row that a budget names, and one for each budget that names none. */
export function budgetResults(
  { budgets, alpha }: Pick<Policy, 'budgets' | 'alpha'>,
  rows: Row[],
  { holdingOther, policyNames }: KnownRows,
): BudgetResult[] {
  const keyOfRow = ({ benchmark: name, metric }: Row) => keyOf({ name, metric })
  const nameOf = (row: Row) => policyNames.get(keyOfRow(row)) ?? row.benchmark
  return budgets.flatMap(budget => {
    const matching = rows.filter(
      row => matchesPattern(budget.benchmark, nameOf(row)) && matchesPattern(budget.metric, row.metric),
    )
    if (matching.length > 0)
      return matching.map(row =>
        holdingOther.has(keyOfRow(row))
          ? unknown(budget, { benchmark: row.benchmark, metric: row.metric, reason: SHARED })
          : resultOf(budget, row, alpha),
      )
    const { benchmark, metric } = budget
    return [unknown(budget, { benchmark, metric, reason: 'nothing measured has that name' })]
  })
}
