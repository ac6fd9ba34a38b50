// What an earlier attempt reported, as far as it may stand: the results that failed there. A red result is cleared by
// one combined test only; where runs cannot be joined there is none.
import { failureOf, waiverFor } from '../compare/failing.ts'
import { rowSettings } from '../compare/row-settings.ts'
import { readDocument } from '../formats/read-document.ts'
import {
  type BudgetResult,
  type Comparison,
  comparedVerdicts,
  type Policy,
  type Row,
  type Warning,
} from '../model.ts'
import { comparisonSchema } from '../report/comparison-document.ts'

/** `rows` and `budgets` are those that failed, with the label of the attempt that found them. */
export type Recorded = { label: string; rows: Row[]; budgets: BudgetResult[] }

/** On a row that an earlier attempt on the same testbed found; carried on from attempt to attempt. */
const carried = 'attempt-stands'
/** The same of another testbed, whose own artifact keeps it. */
const elsewhere = 'machine-stands'

const has = ({ warnings }: { warnings: Warning[] }, code: string) => warnings.some(each => each.code === code)

/** JSON has no infinity: an interval with an open end is left out. */
function rowOf(row: { interval: [number | null, number | null] | null }): Row {
  const [low, high] = row.interval ?? [null, null]
  return { ...row, interval: low === null || high === null ? null : [low, high] } as Row
}

/** The failing results in the document `text` of the attempt `label`. Throws an InputError for another document. */
export function readRecorded(text: string, label: string): Recorded {
  const { rows, budgets, policy } = readDocument(comparisonSchema, text, `comparison.json of ${label}`)
  return {
    label,
    rows: rows.map(rowOf).filter(row => row.fails && !has(row, elsewhere)),
    // A budget that stands already has a reason; it stays in the artifact of its own testbed.
    budgets: policy.budgetsGate
      ? budgets.filter(each => each.verdict === 'over' && each.reason === null)
      : [],
  }
}

/** A waiver that was accepted since, or a threshold, holds for what was found before. */
function stillFails(row: Row, policy: Policy): boolean {
  const { metric, verdict, ratio } = row
  const rename = policy.renamed.find(({ to, proposed }) => proposed && to === row.benchmark)
  const benchmark = rename?.from ?? row.benchmark
  const waiver = waiverFor(policy.waivers, 'regression', { benchmark, metric })
  return failureOf(verdict, ratio, rowSettings(policy, benchmark, metric), waiver).fails
}

/** Of an attempt's testbed: whether its newest attempt was joined, and whether all of them were. */
export type Joined = { here: boolean; newest: boolean; all: boolean }

export type Standing = Recorded & Joined

const same = (a: { benchmark: string; metric: string }, b: { benchmark: string; metric: string }) =>
  a.benchmark === b.benchmark && a.metric === b.metric

/** Inconclusive without a p-value is what nothing could be tested on: zeros in several blocks, a single run. */
const isTested = ({ verdict, p }: Row) =>
  (comparedVerdicts as readonly string[]).includes(verdict) && !(verdict === 'inconclusive' && p === null)

/** Null where one test of this and that attempt together has been made, which decides. */
function whyStanding(label: string, joined: boolean, now: Row | null): string | null {
  const alone = now === null ? 'not measured' : now.verdict.replaceAll('-', ' ')
  if (!joined)
    return `found by ${label}, whose runs cannot be joined with these (${alone}): nothing clears it`
  return now !== null && isTested(now)
    ? null
    : `found by ${label}, and not tested since (${alone}): nothing clears it`
}

function withRow(rows: Row[], found: Row, { label, here, newest, all }: Standing): Row[] {
  const now = rows.find(row => same(row, found))
  if (now?.fails && now.verdict === 'regression') return rows
  const reason = whyStanding(label, has(found, carried) ? all : newest, now ?? null)
  if (reason === null) return rows
  const others = found.warnings.filter(each => each.code !== carried)
  const message = `the values are those of ${label}`
  const warnings = [...others, { code: here ? carried : elsewhere, message }]
  const row = { ...found, reason, warnings }
  return now ? rows.map(each => (each === now ? row : each)) : [...rows, row]
}

function withBudget(
  budgets: BudgetResult[],
  found: BudgetResult,
  { label, newest }: Standing,
): BudgetResult[] {
  const now = budgets.find(each => same(each, found) && each.limit === found.limit)
  if (!now || now.verdict === 'over' || (newest && now.verdict !== 'unknown')) return budgets
  const reason = `found by ${label}, which nothing since can be joined with (${now.verdict})`
  return budgets.map(each => (each === now ? { ...found, reason } : each))
}

/** `comparison` with what stands in it: a regression, whatever this attempt alone says. */
export function withStanding(comparison: Comparison, standing: Standing[]): Comparison {
  const { policy } = comparison
  let { rows, budgets } = comparison
  const labels: string[] = []
  for (const each of standing) {
    const before = { rows, budgets }
    for (const row of each.rows) if (stillFails(row, policy)) rows = withRow(rows, row, each)
    if (policy.budgetsGate) for (const budget of each.budgets) budgets = withBudget(budgets, budget, each)
    if (rows !== before.rows || budgets !== before.budgets) labels.push(each.label)
  }
  if (labels.length === 0) return comparison
  if (comparison.outcome === 'regression') return { ...comparison, rows, budgets }
  const explanation = `${labels.join(', ')} of this job regressed, and no test together with it has cleared that`
  return { ...comparison, rows, budgets, outcome: 'regression', reason: null, explanation }
}
