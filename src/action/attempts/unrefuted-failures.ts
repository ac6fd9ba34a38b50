// A re-run keeps the failures of an earlier attempt in its report until one test of all runs together refutes them.
// Where the runs cannot be joined, no such test is made, and the failures stay.
import { rowSettings } from '../../compare/sides/row-settings.ts'
import { failureOf, waiverFor } from '../../compare/verdict/row-failures.ts'
import { sessionsName } from '../../github/artifacts/name.ts'
import {
  type BudgetResult,
  type Comparison,
  comparedVerdicts,
  type Policy,
  type Row,
  withWarnings,
} from '../../model/index.ts'
import { carried, type Finding } from './attempt-record.ts'
import { otherLabel } from './find-attempts.ts'

/** `isOther`: another run found it. `joined`: all runs that it rests on are in the test that was made now. */
type EarlierFinding = { finding: Finding; label: string; isOther: boolean; joined: boolean }

/** Names the attempt or the run that made a finding. `name`: the artifact that the job of run `runId` leaves. */
export function findingLabel(
  { run, by, of, machine }: Finding,
  { runId, name }: { runId: number; name: string | null },
): string {
  if (run !== runId) return otherLabel(run, by)
  const isHere = name === null || of[0] === sessionsName(runId, name, by)
  return isHere ? `attempt ${by}` : `attempt ${by} on ${machine ?? 'another machine'}`
}

/** Whether an earlier finding still fails under the present labels, waivers and thresholds. */
function stillFails(row: Row, policy: Policy): boolean {
  if (policy.accepted !== null) return false
  const { metric, verdict, ratio } = row
  const rename = policy.renamed.find(({ to, proposed }) => proposed && to === row.benchmark)
  const benchmark = rename?.from ?? row.benchmark
  const waiver = waiverFor(policy.waivers, 'regression', { benchmark, metric })
  return failureOf(verdict, ratio, rowSettings(policy, benchmark, metric), waiver).fails
}

const same = (a: { benchmark: string; metric: string }, b: { benchmark: string; metric: string }) =>
  a.benchmark === b.benchmark && a.metric === b.metric

/** A row that could not be tested (zeros in several blocks, a single run) is inconclusive and has no p-value. */
const isTested = ({ verdict, p }: Row) =>
  (comparedVerdicts as readonly string[]).includes(verdict) && !(verdict === 'inconclusive' && p === null)

/** The reason why the failure stays; null where one test of both attempts together was made, which decides. */
function whyUnrefuted({ label, joined }: EarlierFinding, now: Row | null): string | null {
  const alone = now === null ? 'not measured' : now.verdict.replaceAll('-', ' ')
  if (!joined)
    return `${label} failed here, and its runs cannot be tested together with these (these alone: ${alone}), so the failure stays`
  return now !== null && isTested(now)
    ? null
    : `${label} failed here, and this was not tested since (now: ${alone}), so the failure stays`
}

/** The rows with `found` in place of its row, unless that fails by itself. */
function withRow(rows: Row[], found: Row, reason: string, label: string): Row[] {
  const now = rows.find(row => same(row, found))
  if (now?.fails && (now.verdict === 'regression' || now.verdict === found.verdict)) return rows
  const others = found.warnings.filter(each => each.code !== carried)
  const warnings = [...others, { code: carried, message: `the values are those of ${label}` }]
  const row = { ...found, reason, warnings }
  return now ? rows.map(each => (each === now ? row : each)) : [...rows, row]
}

const sameBudget = (a: BudgetResult, b: BudgetResult) => same(a, b) && a.limit === b.limit

/** The budgets with `found` in place of its budget, unless that is broken now as well. */
function withBudget(budgets: BudgetResult[], found: BudgetResult, label: string): BudgetResult[] {
  const now = budgets.find(each => sameBudget(each, found))
  if (!now || now.verdict === 'over') return budgets
  const reason = `${label} found this, and no run since can be tested together with it (now: ${now.verdict})`
  return budgets.map(each => (each === now ? { ...found, reason } : each))
}

/** Whether a test together with the runs of `earlier` was made, whatever its result. */
function isDecided(earlier: EarlierFinding, { rows, budgets }: Comparison): boolean {
  const { finding, joined } = earlier
  if (finding.row !== null)
    return whyUnrefuted(earlier, rows.find(row => same(row, finding.row)) ?? null) === null
  const now = budgets.find(each => sameBudget(each, finding.budget))
  return joined && now !== undefined && now.verdict !== 'unknown'
}

/** Returns the same object where the finding changes nothing. */
function withFinding(comparison: Comparison, earlier: EarlierFinding): Comparison {
  const { finding, label } = earlier
  const { policy, rows, budgets } = comparison
  if (finding.row === null) {
    const kept = policy.budgetsGate ? withBudget(budgets, finding.budget, label) : budgets
    return kept === budgets ? comparison : { ...comparison, budgets: kept }
  }
  const now = rows.find(row => same(row, finding.row)) ?? null
  const reason = whyUnrefuted(earlier, now)
  if (reason === null || !stillFails(finding.row, policy)) return comparison
  const kept = withRow(rows, finding.row, reason, label)
  return kept === rows ? comparison : { ...comparison, rows: kept }
}

/**
 * `comparison` with the failures of earlier attempts that it has not disproved: with one of them it is a regression,
 * or not established where all of them are rows that scatter. `standing` are all findings that no combined test has
 * decided, those that were accepted since or found again too.
 */
export function keepUnrefutedFailures(
  comparison: Comparison,
  findings: Finding[],
  { runs, ...job }: { runs: string[]; runId: number; name: string | null },
): { comparison: Comparison; standing: Finding[] } {
  const earlier = findings.map(finding => ({
    finding,
    label: findingLabel(finding, job),
    isOther: finding.run !== job.runId,
    joined: finding.of.every(run => runs.includes(run)),
  }))
  const undecided = earlier.filter(each => !isDecided(each, comparison))
  const standing = undecided.map(({ finding }) => finding)
  const labels = new Set<string>()
  let kept = comparison
  for (const each of undecided) {
    const before = kept
    kept = withFinding(before, each)
    if (kept !== before) labels.add(each.isOther ? each.label : `${each.label} of this job`)
  }
  if (labels.size === 0 || comparison.outcome === 'regression') return { comparison: kept, standing }
  const uncleared = 'and no test together with it has cleared that'
  const isNew = (row: Row) => row.fails && row.verdict === 'regression' && !comparison.rows.includes(row)
  const isWorse = kept.budgets !== comparison.budgets || kept.rows.some(isNew)
  if (!isWorse) {
    if (comparison.outcome !== 'pass') return { comparison: kept, standing }
    const explanation = `the candidate scattered in ${[...labels].join(', ')}, ${uncleared}`
    return { comparison: { ...kept, outcome: 'not-established', reason: 'scattered', explanation }, standing }
  }
  const explanation = `${[...labels].join(', ')} regressed, ${uncleared}`
  return { comparison: { ...kept, outcome: 'regression', reason: null, explanation }, standing }
}

/** `comparison` where earlier attempts failed and nobody can read what they found (`lost`): it cannot pass. */
export function withLost(comparison: Comparison, lost: string[]): Comparison {
  if (lost.length === 0) return comparison
  if (comparison.outcome !== 'regression') {
    const explanation = lost.join('; ')
    return { ...comparison, outcome: 'not-established', reason: 'attempts-lost', explanation }
  }
  const notes = lost.map(message => ({ code: 'attempts-lost', message }))
  return withWarnings(comparison, notes)
}
