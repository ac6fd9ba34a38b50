// Joins the runs of this attempt with those of the job's earlier attempts. Only one test of all of them may turn a red result
// green. Attempts that cannot be joined are named, and their failures stay.

import { compareSessions } from '../../compare/compare-sessions.ts'
import { interleavedRequest, storedRequest } from '../../compare/comparison-request.ts'
import { newBudget } from '../../github/api/budget.ts'
import { connect } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { jobsOfRun } from '../../github/api/run-jobs.ts'
import { artifactName, ofAttempt } from '../../github/artifacts/name.ts'
import type { Values } from '../../inputs/values.ts'
import type { Compared } from '../../job/measure-with-looks.ts'
import {
  type Comparison,
  type Policy,
  type Session,
  unequalFacts,
  type Warning,
  withWarnings,
} from '../../model/index.ts'
import { shortSha } from '../../phrases.ts'
import { ownSession, type Sessions } from '../upload-results.ts'
import { type AttemptRecord, attemptRecord, findingsInComparison } from './attempt-record.ts'
import { type EarlierReports, earlierReports, type PostingInputs } from './earlier-reports.ts'
import { type Attempt, type EarlierAttempts, earlierAttempts } from './find-attempts.ts'
import { keepUnrefutedFailures, withLost } from './unrefuted-failures.ts'

/** `sessions` are those of this attempt; `record` is for the next one. */
export type JoinedResult = {
  comparison: Comparison
  sessions: Sessions
  record: AttemptRecord
}

/** The inputs that say which attempts are this job's, and where it posts. */
type JoiningInputs = PostingInputs & Pick<Values, 'token' | 'mode'>

type EarlierFound = EarlierAttempts & { together: Attempt[]; reports: EarlierReports }

const nothing: EarlierReports = { findings: [], accounts: [], lost: [] }

/** Everything about earlier attempts. `isJoined` says which of them get into the test. */
async function findEarlier(
  values: JoiningInputs,
  context: JobContext,
  { candidate, isJoined }: { candidate: Session; isJoined: (attempt: Attempt) => boolean },
): Promise<EarlierFound> {
  if (context.runAttempt < 2) return { attempts: [], records: [], lost: [], together: [], reports: nothing }
  // A re-run makes more requests, on top of the usual ones, to read what its earlier attempts left.
  const octokit = connect(values.token, { budget: newBudget() })
  const jobsOf = jobsOfRun(octokit, context)
  const fingerprint = candidate.testbed?.fingerprint ?? ''
  const unlisted = (error: Error) => ({ attempts: [], records: [], lost: [error.message] })
  const found = await earlierAttempts(octokit, context, { values, fingerprint, jobsOf }).catch(unlisted)
  const together = found.attempts.filter(isJoined)
  const joined = together.map(({ number }) => number)
  const isOwn = (record: AttemptRecord) =>
    record.fingerprint === fingerprint ||
    (record.fingerprint === null && record.machine === context.runnerName)
  const known = { values, records: found.records, joined, isOwn, jobsOf }
  // A leg decides nothing.
  const reports = values.mode === 'measure' ? nothing : await earlierReports(octokit, context, known)
  return { ...found, together, reports }
}

function joinedNote(joined: Attempt[]): Warning[] {
  if (joined.length === 0) return []
  const count = joined.length === 1 ? 'one earlier attempt' : `${joined.length} earlier attempts`
  const labels = joined.map(({ label }) => label).join(', ')
  return [{ code: 'attempts-joined', message: `the runs of ${count} of this job were joined (${labels})` }]
}

/** The sessions of this attempt; `baseline` is null where it was not interleaved. */
type OwnSides = { candidate: Session; baseline: Session | null }

/** Whether both attempts measured the same baseline commit: the previous tag of a release may be another one by now. */
const sameBase = ({ baseline: one }: Pick<Attempt, 'baseline'>, { baseline: other }: OwnSides): boolean =>
  one !== null && other !== null && one.revision?.commit === other.revision?.commit

/** Why an attempt is not in the test: another job's, another baseline, another testbed, or it was not interleaved. */
function whyNotJoined(attempt: Attempt, own: OwnSides): string {
  const { candidate, baseline, here, sure } = attempt
  if (!sure) return 'it is not known which job measured it'
  if (baseline !== null && own.baseline !== null && !sameBase(attempt, own)) {
    const [one, other] = [baseline, own.baseline].map(
      ({ revision }) => revision?.commit && shortSha(revision.commit),
    )
    return `its baseline was another commit: ${one || 'not known'} then, ${other || 'not known'} now`
  }
  if (here) return 'it measured the candidate alone, and this one both sides'
  const [one, other] = [candidate.testbed?.facts, own.candidate.testbed?.facts]
  const different = unequalFacts(one ?? {}, other ?? {})
  const which = different.length === 0 ? '' : ` (different: ${different.join(', ')})`
  return `it has another testbed${which}, so its runs cannot be joined with these`
}

function notesOf({ attempts, lost, together }: EarlierFound, own: OwnSides): Warning[] {
  const lostNotes = lost.map(reason => ({
    code: 'attempts-lost',
    message: `results of earlier attempts could not be read: ${reason}`,
  }))
  const apart = attempts.filter(attempt => !together.includes(attempt))
  const apartNotes = apart.map(attempt => ({
    code: 'attempts-apart',
    message: `${attempt.label} was not joined: ${whyNotJoined(attempt, own)}`,
  }))
  return [...lostNotes, ...joinedNote(together), ...apartNotes]
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
  const name = artifactName('candidate', values.name, testbed?.fingerprint ?? '')
  const runs = [ofAttempt(name, attempt), ...together.map(({ run }) => run)]
  const labelOf = ({ by, of, machine }: EarlierReports['findings'][number]) =>
    of[0] === ofAttempt(name, by) ? `attempt ${by}` : `attempt ${by} on ${machine ?? 'another machine'}`
  const earlierFindings = reports.findings.map(finding => ({
    finding,
    label: labelOf(finding),
    joined: finding.of.every(run => runs.includes(run)),
  }))
  const kept = keepUnrefutedFailures(comparison, earlierFindings)
  const machine = testbed?.facts.machine ?? null
  const own = findingsInComparison(kept.comparison, { by: attempt, of: runs, suite: values.name, machine })
  const record = attemptRecord(context, {
    fingerprint: testbed?.fingerprint ?? null,
    accounts: reports.accounts,
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
