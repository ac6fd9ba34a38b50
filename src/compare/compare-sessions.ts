// Compares a candidate session with its baseline: pairs rows up, estimates, controls the family, judges, concludes.
import { type Comparison, InputError, type Session, type SideSummary, type Warning } from '../model/index.ts'
import type { ComparisonRequest } from './comparison-request.ts'
import { summariseEvidence } from './evidence/summarise.ts'
import { evidenceWarnings } from './evidence/warnings.ts'
import { rowsOf } from './rows-of.ts'
import { pairUp } from './sides/pair-up.ts'
import { followRenames } from './sides/renames.ts'
import { sameTestbed } from './sides/same-testbed.ts'
import { failedRows, failuresOf } from './sides/untested-rows.ts'
import { budgetResults } from './verdict/budgets.ts'
import { commonShift } from './verdict/common-shift.ts'
import { conclude } from './verdict/conclude.ts'

function summarise(sessions: Session[]): SideSummary {
  return {
    sources: sessions.map(session => session.source),
    sessions: sessions.length,
    revision: sessions[0]?.revision ?? null,
    testbed: sessions[0]?.testbed ?? null,
    evidence: summariseEvidence(sessions.flatMap(session => session.evidence)),
  }
}

/** Interleaved sessions come in blocks, one of each side; a candidate without any session is nobody's wish. */
function assertBlocks({ design, baselines, candidates }: ComparisonRequest): void {
  if (candidates.length === 0) throw new InputError('there is no candidate to compare')
  if (design !== 'interleaved' || baselines.length === candidates.length) return
  throw new InputError(
    `order interleaved needs one baseline session for each candidate session, got ${baselines.length} and ` +
      `${candidates.length}; use --order separate for a stored baseline`,
  )
}

/** Why one of the candidate's machines was not tuned, null when all were. */
function whyUntuned({ candidates, assumedGrade }: ComparisonRequest): string | null {
  const found = candidates.find(session => (session.testbed?.grade ?? assumedGrade) !== 'tuned')
  if (!found) return null
  const { grade = 'untuned', gradeReason = 'nothing is recorded of it' } = found.testbed ?? {}
  return `require-tuned: the machine was ${grade}: ${gradeReason}`
}

const shadow = { code: 'shadow', message: 'shadow mode: what is found is reported, and nothing fails' }

/** Pairs are made of the runs of one job: where there are none, the report must not leave anyone to believe in them. */
function unpaired({ design, policy }: ComparisonRequest, blocks: number): Warning[] {
  if (!policy.paired || (design === 'interleaved' && blocks < 2)) return []
  const why = design === 'stored' ? 'the baseline was stored' : `there are ${blocks} blocks of runs`
  return [{ code: 'not-paired', message: `paired: ${why}, so the runs are compared unpaired` }]
}

/** What a session says of all that it measured is said on every row: whoever reads one row must not miss it. */
const isOfEveryRow = ({ code }: Warning) => code === 'benchmark-changed'

/** A stored session whose output was not recognised is no doubt about a candidate that is timed on purpose. */
const isOfBaseline = ({ code }: Warning) => code !== 'output-not-recognised'

/** Both sides of one job have the same doubts about the machine. */
function unique(warnings: Warning[]): Warning[] {
  return [...new Map(warnings.map(warning => [warning.message, warning])).values()]
}

/**
 * The comparison of a candidate with its baseline; without any session it says that there is none. Throws an InputError
 * where there is no candidate, and for interleaved sessions that are no blocks.
 */
export function compareSessions(request: ComparisonRequest): Comparison {
  const { candidates, design, policy } = request
  assertBlocks(request)
  const { same, refused, strange, noted } = sameTestbed(request)
  const notComparable = same.baselines.length === 0 ? (refused[0] ?? null) : null
  const followed = followRenames(same.baselines, same.candidates, policy.renamed)
  const known = { notComparable, failures: failuresOf(followed.baselines, same.candidates) }
  const paired = rowsOf(pairUp(followed, same.candidates, policy), { ...request, ...same }, known)
  const told = unique([
    ...candidates.flatMap(session => session.warnings),
    ...same.baselines.flatMap(session => session.warnings.filter(isOfBaseline)),
  ])
  const rows = [...paired, ...failedRows(known.failures, paired, policy)].map(row => ({
    ...row,
    warnings: [...row.warnings, ...told.filter(isOfEveryRow)],
  }))
  const shift = commonShift(rows)
  const budgets = budgetResults(policy.budgets, rows, policy.alpha)
  return {
    ...conclude(rows, {
      sessions: request.baselines.length,
      unreadable: request.unreadable ?? null,
      changed: notComparable,
      untuned: policy.requireTuned ? whyUntuned(request) : null,
      budgets: policy.budgetsGate ? budgets : [],
    }),
    design,
    look: request.look,
    policy,
    baseline: summarise(same.baselines),
    candidate: summarise(same.candidates),
    rows,
    budgets,
    warnings: unique([
      ...(policy.shadow ? [shadow] : []),
      ...unpaired(request, same.baselines.length),
      ...(shift ? [shift] : []),
      ...told.filter(warning => !isOfEveryRow(warning)),
      ...evidenceWarnings(same.baselines, same.candidates, design),
      ...(noted ? [{ code: 'testbed-differs', message: noted }] : []),
      ...[...refused, ...strange].map(message => ({ code: 'testbed-changed', message })),
    ]),
  }
}
