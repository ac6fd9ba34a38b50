// Joins the runs of this attempt with those of the job's earlier attempts. Only one test of all of them may turn a red result
// green. Attempts that cannot be joined are named, and their failures stay.

import { compareSessions } from '../../compare/compare-sessions.ts'
import { interleavedRequest, storedRequest } from '../../compare/comparison-request.ts'
import type { JobContext } from '../../github/api/context.ts'
import { artifactName, sessionsName } from '../../github/artifacts/name.ts'
import type { Values } from '../../inputs/values.ts'
import type { Compared } from '../../job/measure-with-looks.ts'
import { type Comparison, type Policy, type Session, withWarnings } from '../../model/index.ts'
import { ownSession, type Sessions } from '../upload-results.ts'
import { type AttemptRecord, attemptRecord, findingsInComparison } from './attempt-record.ts'
import {
  type EarlierFound,
  findEarlier,
  type JoiningInputs,
  notesOf,
  type OwnSides,
  sameBase,
} from './earlier-found.ts'
import type { Attempt } from './find-attempts.ts'
import { findingLabel, keepUnrefutedFailures, withLost } from './unrefuted-failures.ts'

/** `sessions` are those of this attempt; `record` is for the next one. */
export type JoinedResult = {
  comparison: Comparison
  sessions: Sessions
  record: AttemptRecord
}

/** The comparison with the failures of earlier attempts that it does not refute, and the record of this attempt. */
function withEarlier(
  comparison: Comparison,
  found: EarlierFound,
  { values, context, own: sides }: { values: Pick<Values, 'name'>; context: JobContext; own: OwnSides },
): Pick<JoinedResult, 'comparison' | 'record'> {
  const { runAttempt: attempt } = context
  const { testbed } = sides.candidate
  const { together, reports } = found
  const { runId } = context
  const name = artifactName('candidate', values.name, testbed?.fingerprint ?? '')
  const runs = [sessionsName(runId, name, attempt), ...together.map(({ run }) => run)]
  const earlierFindings = reports.findings.map(finding => ({
    finding,
    label: findingLabel(finding, { runId, name }),
    isOther: finding.run !== runId,
    joined: finding.of.every(run => runs.includes(run)),
  }))
  const kept = keepUnrefutedFailures(comparison, earlierFindings)
  const machine = testbed?.facts.machine ?? null
  const own = findingsInComparison(kept.comparison, {
    run: runId,
    by: attempt,
    of: runs,
    suite: values.name,
    machine,
  })
  const record = attemptRecord(context, {
    fingerprint: testbed?.fingerprint ?? null,
    accounts: reports.accounts,
    knows: reports.knows,
    findings: [...kept.standing, ...own],
  })
  const noted = withLost(kept.comparison, reports.lost)
  return { comparison: withWarnings(noted, notesOf(found, sides)), record }
}

/** `unreadable` says why no baseline could be read, where there may be one. */
type StoredAttempt = {
  candidate: Session
  baselines: Session[]
  unreadable?: string | null
  policy: Policy
}

/** Compares this attempt and the earlier ones on this testbed with stored `baselines`. */
export async function compareStoredAttempts(
  values: JoiningInputs,
  context: JobContext,
  { candidate, baselines, unreadable, policy }: StoredAttempt,
): Promise<JoinedResult> {
  const found = await findEarlier(values, context, { candidate, isJoined: ({ here }) => here })
  const candidates = [candidate, ...found.together.map(attempt => attempt.candidate)]
  const compared = compareSessions(
    storedRequest(baselines, candidates, { policy, unreadable: unreadable ?? null }),
  )
  return {
    ...withEarlier(compared, found, { values, context, own: { candidate, baseline: null } }),
    sessions: { [ownSession]: candidate },
  }
}

/** Compares this attempt, which interleaved both sides, and the earlier ones that did, each on a testbed of its own. */
export async function compareInterleavedAttempts(
  values: JoiningInputs,
  context: JobContext,
  { comparison, baseline, candidate, policy }: Compared & { policy: Policy },
): Promise<JoinedResult> {
  const own = { candidate, baseline }
  const isJoined = (attempt: Attempt) => attempt.sure && sameBase(attempt, own)
  const found = await findEarlier(values, context, { candidate, isJoined })
  const others = found.together.flatMap(each =>
    each.baseline ? [{ candidate: each.candidate, baseline: each.baseline }] : [],
  )
  const baselines = [baseline, ...others.map(each => each.baseline)]
  const candidates = [candidate, ...others.map(each => each.candidate)]
  const compared =
    others.length === 0 ? comparison : compareSessions(interleavedRequest(baselines, candidates, policy))
  return {
    ...withEarlier(compared, found, { values, context, own }),
    sessions: { [ownSession]: candidate, 'baseline.json.gz': baseline },
  }
}
