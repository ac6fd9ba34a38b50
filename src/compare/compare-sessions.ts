// Compares a candidate session with its baseline: pairs rows up, estimates, controls the family, judges, concludes.
import { type Comparison, InputError, type Session, type SideSummary, type Warning } from '../model.ts'
import type { ComparisonRequest } from './comparison-request.ts'
import { conclude } from './conclude.ts'
import { pairUp } from './pair-up.ts'
import { rowsOf } from './rows-of.ts'
import { sameTestbed } from './same-testbed.ts'
import { failedRows, failuresOf } from './untested-rows.ts'

function summarise(sessions: Session[]): SideSummary {
  return {
    sources: sessions.map(session => session.source),
    sessions: sessions.length,
    revision: sessions[0]?.revision ?? null,
    testbed: sessions[0]?.testbed ?? null,
  }
}

/** Both sides of one job have the same doubts about the machine. */
function unique(warnings: Warning[]): Warning[] {
  return [...new Map(warnings.map(warning => [warning.message, warning])).values()]
}

/**
 * The comparison of a candidate with its baseline; without any session it says that there is none. Throws an InputError for sides that contradict each other.
 */
export function compareSessions(request: ComparisonRequest): Comparison {
  const { candidate, design } = request
  if (design === 'interleaved' && request.baselines.length !== 1) {
    throw new InputError(
      `order interleaved compares one session a side, got ${request.baselines.length} of the baseline; ` +
        'use --order separate for several stored sessions',
    )
  }
  const { same, refused } = sameTestbed(request.baselines, candidate)
  const notComparable = same.length === 0 ? (refused[0] ?? null) : null
  const accepted = { ...request, baselines: same }
  const known = { notComparable, failures: failuresOf(same, candidate) }
  const paired = rowsOf(pairUp(same, candidate, request.policy), accepted, known)
  const rows = [...paired, ...failedRows(known.failures, paired, request.policy)]
  return {
    ...conclude(rows, { sessions: request.baselines.length, changed: notComparable }),
    design,
    look: request.look,
    policy: request.policy,
    baseline: summarise(same),
    candidate: summarise([candidate]),
    rows,
    warnings: unique([
      ...candidate.warnings,
      ...same.flatMap(session => session.warnings),
      ...refused.map(message => ({ code: 'testbed-changed', message })),
    ]),
  }
}
