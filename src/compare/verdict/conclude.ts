// The outcome of a whole comparison, and why. Zero comparisons are never a pass.

import {
  type BudgetResult,
  type Comparison,
  comparedVerdicts,
  missingVerdicts,
  type NotEstablished,
  type Row,
  type Session,
  type Verdict,
} from '../../model/index.ts'
import { firstOf } from '../../phrases.ts'
import type { ComparisonRequest } from '../comparison-request.ts'

type Conclusion = Pick<Comparison, 'outcome' | 'reason' | 'explanation'>

const notEstablished = (reason: NotEstablished, explanation: string): Conclusion => ({
  outcome: 'not-established',
  reason,
  explanation,
})

const nothingOnBothSides = 'no benchmark was measured on both sides'

const MOST_NAMED = 10

/** Each name once, and at most ten: a suite of thousands may be missing as a whole. */
const names = (found: string[]) => firstOf([...new Set(found)], MOST_NAMED)

const texts = (parts: [what: string, named: string[]][]): string =>
  parts
    .filter(([, named]) => named.length > 0)
    .map(([what, named]) => `${what}: ${names(named)}`)
    .join('; ')

const namesOf = (rows: Row[]) => rows.map(row => row.benchmark)

/** Names the rows that are missing and not accepted. */
function missingText(missing: Row[]): string {
  const isStrange = (row: Row) => row.verdict === 'not-comparable'
  return texts([
    ['in the baseline or expected, but not measured', namesOf(missing.filter(row => !isStrange(row)))],
    ['not comparable with the baseline', namesOf(missing.filter(isStrange))],
  ])
}

function unknownBudgets(budgets: BudgetResult[]): string {
  const unknown = budgets.filter(budget => budget.verdict === 'unknown')
  const named = unknown.map(({ benchmark, metric }) => `${metric} of ${benchmark}`)
  return texts([['budgets that could not be checked', named]])
}

/** The outcome where nothing is worse, and nothing is missing without being accepted. */
function concludeCompared(rows: Row[]): Conclusion {
  const gating = rows.filter(row => row.gates)
  const compared = gating.filter(row => comparedVerdicts.includes(row.verdict))
  const accepted = gating.filter(row => missingVerdicts.includes(row.verdict))
  if (compared.length === 0 && accepted.length === 0) {
    const shown = rows.some(row => comparedVerdicts.includes(row.verdict))
    return notEstablished(
      'nothing-compared',
      shown ? 'no row that was measured on both sides gates' : nothingOnBothSides,
    )
  }
  const pass = (explanation: string): Conclusion => ({ outcome: 'pass', reason: null, explanation })
  if (compared.length === 0)
    return pass(`nothing was compared: it is accepted that ${names(namesOf(accepted))} is missing`)
  return compared.every(row => row.verdict === 'inconclusive')
    ? pass('every row is inconclusive: neither a change nor its absence could be shown')
    : pass(`${compared.length} compared, none significantly worse`)
}

/** Rows that are missing, beside others or alone. */
function concludeMissing(rows: Row[], missing: Row[], sessions: number): Conclusion {
  const found = rows.some(
    row => row.gates && (comparedVerdicts.includes(row.verdict) || row.verdict === 'not-comparable'),
  )
  return found || sessions === 0
    ? notEstablished('benchmarks-missing', missingText(missing))
    : notEstablished('nothing-compared', `${nothingOnBothSides}; ${missingText(missing)}`)
}

/** The outcome of rows that fail although nothing was shown; null where none does. */
function concludeOpen(failing: Row[]): Conclusion | null {
  const of = (verdict: Verdict) => namesOf(failing.filter(row => row.verdict === verdict))
  const scattered = texts([
    ["the candidate's runs scatter many times more than the baseline's", of('scattered')],
  ])
  if (scattered !== '') return notEstablished('scattered', scattered)
  const open = texts([['inconclusive, which fails here (fail-on)', of('inconclusive')]])
  return open === '' ? null : notEstablished('inconclusive', open)
}

/** Why one of the candidate's machines was not tuned, null when all were or need not be. */
function whyUntuned({ candidates, assumedGrade = 'untuned', policy }: ComparisonRequest): string | null {
  const found = candidates.find(session => (session.testbed?.grade ?? assumedGrade) !== 'tuned')
  if (!found || !policy.requireTuned) return null
  const { grade = 'untuned', gradeReason = 'no grade was recorded' } = found.testbed ?? {}
  return `require-tuned: the machine was ${grade}: ${gradeReason}`
}

/** The code of the candidate's warning that says why its base could not be measured beside it. */
export const baseNotMeasured = 'base-not-measured'

/** Why a candidate without any baseline has none although there is a base; null where no job tried to measure it. */
function whyBaseless({ candidates, baselines }: ComparisonRequest): string | null {
  if (baselines.length > 0) return null
  const warnings = candidates.flatMap(session => session.warnings)
  return warnings.find(({ code }) => code === baseNotMeasured)?.message ?? null
}

/** A maintainer can accept that nothing is known of the base: benchmarks may have moved. */
function concludeBaseless(why: string, { policy }: ComparisonRequest): Conclusion {
  if (policy.accepted === null) return notEstablished('base-not-measured', why)
  return { outcome: 'pass', reason: null, explanation: `nothing was compared: ${why}; ${policy.accepted}` }
}

/**
 * What nothing read in the output of a side; null where all was read, or where processes are timed on purpose. Such output of
 * the baseline does not matter to a candidate that is timed on purpose, or that says how it is read where the baseline did not.
 */
function whyUnread({ baselines, candidates, design }: ComparisonRequest): string | null {
  const isOnPurpose = candidates.every(({ tool, plan }) =>
    design === 'stored' ? tool === 'process' : (plan?.tool ?? 'auto') !== 'auto',
  )
  const of = (side: string, sessions: Session[]) => {
    const found = sessions.find(({ unreadOutput }) => unreadOutput !== undefined)?.unreadOutput
    if (found === undefined) return null
    return found === 'measured-values'
      ? `the output of the ${side} shows measured values in no known format`
      : `the output of the ${side} is in no known format`
  }
  return of('candidate', candidates) ?? (isOnPurpose ? null : of('baseline', baselines))
}

/** The outcome. `notComparable`: why all of its baselines were refused, if they were. Budgets need no baseline. */
export function conclude(
  rows: Row[],
  request: ComparisonRequest,
  { notComparable, budgets }: { notComparable: string | null; budgets: BudgetResult[] },
): Conclusion {
  const [sessions, unreadable] = [request.baselines.length, request.unreadable ?? null]
  const gatingBudgets = request.policy.budgetsGate ? budgets : []
  const untuned = whyUntuned(request)
  const failing = rows.filter(row => row.fails)
  const missing = failing.filter(row => missingVerdicts.includes(row.verdict))
  const unread = whyUnread(request)
  if (unread !== null) return notEstablished('output-not-recognised', unread)
  const worse = texts([
    ['significantly worse', namesOf(failing.filter(row => row.verdict === 'regression'))],
    ['over budget', gatingBudgets.filter(({ verdict }) => verdict === 'over').map(one => one.benchmark)],
  ])
  if (worse !== '') {
    const explanation = [worse, missingText(missing)].filter(text => text !== '').join('; ')
    return { outcome: 'regression', reason: null, explanation }
  }
  if (untuned !== null) return notEstablished('untuned', untuned)
  const baseless = whyBaseless(request)
  if (baseless !== null) return concludeBaseless(baseless, request)
  if (sessions === 0 && unreadable !== null) return notEstablished('baseline-unreadable', unreadable)
  if (notComparable !== null) return notEstablished('testbed-changed', notComparable)
  if (missing.length > 0) return concludeMissing(rows, missing, sessions)
  if (sessions === 0) return notEstablished('no-baseline', 'there is no baseline to compare with yet')
  const concluded = concludeCompared(rows)
  if (concluded.outcome !== 'pass') return concluded
  const unknown = unknownBudgets(gatingBudgets)
  return unknown !== '' ? notEstablished('benchmarks-missing', unknown) : (concludeOpen(failing) ?? concluded)
}
