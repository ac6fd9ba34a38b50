// A job that is run again: what its earlier attempts measured is joined with what this one did, and only all of it
// together may turn a red result green. What cannot be joined is named, and what failed there stands.

import { newBudget } from '../../github/api/budget.ts'
import { connect } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { jobsOfRun } from '../../github/api/run-jobs.ts'
import { artifactName, ofAttempt } from '../../github/artifacts/name.ts'
import type { Values } from '../../inputs/table.ts'
import { type Comparison, mustMatch, type Policy, type Session, type Warning } from '../../model/index.ts'
import { compareBlocks, compareStored } from '../../pipeline.ts'
import { type Attempt, type EarlierAttempts, earlierAttempts } from './attempts.ts'
import { type EarlierReports, earlierReports } from './earlier-reports.ts'
import { type AttemptRecord, findingsOf } from './record.ts'
import { withLost, withStanding } from './standing.ts'

/** `sessions` are what was measured in this job, by the name of their file; `record` is for its next attempt. */
export type JoinedResult = {
  comparison: Comparison
  sessions: Record<string, Session>
  record: AttemptRecord
}

type Found = EarlierAttempts & { together: Attempt[]; reports: EarlierReports }

const nothing: EarlierReports = { findings: [], accounts: [], lost: [] }

/** Everything about earlier attempts; `isJoined` says which of them are to be in the test. */
async function earlier(
  values: Values,
  context: JobContext,
  { candidate, isJoined }: { candidate: Session; isJoined: (attempt: Attempt) => boolean },
): Promise<Found> {
  if (context.runAttempt < 2) return { attempts: [], records: [], lost: [], together: [], reports: nothing }
  // A re-run's requests for what its earlier attempts left come on top.
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
  // A leg gates nothing.
  const reports = values.mode === 'measure' ? nothing : await earlierReports(octokit, context, known)
  return { ...found, together, reports }
}

function joinedNote(joined: Attempt[]): Warning[] {
  if (joined.length === 0) return []
  const count = joined.length === 1 ? 'one earlier attempt' : `${joined.length} earlier attempts`
  const labels = joined.map(({ label }) => label).join(', ')
  return [{ code: 'attempts-joined', message: `the runs of ${count} of this job were joined (${labels})` }]
}

/** Why an attempt is no part of the test: it may be another job's, its testbed is another one, or nothing alternated. */
function whyApart({ candidate, here, sure }: Attempt, own: Session): string {
  if (!sure) return 'which job measured it is not known'
  if (here) return 'it measured the candidate alone, and this one both sides'
  const [one, other] = [candidate.testbed?.facts, own.testbed?.facts]
  const different = mustMatch.filter(name => one?.[name] !== other?.[name])
  const which = different.length === 0 ? '' : ` (different: ${different.join(', ')})`
  return `its testbed is another one${which}, and its runs cannot be pooled with this one's`
}

function notesOf({ attempts, lost, together }: Found, own: Session): Warning[] {
  const lostNotes = lost.map(reason => ({
    code: 'attempts-lost',
    message: `what earlier attempts measured could not be read: ${reason}`,
  }))
  const apart = attempts.filter(attempt => !together.includes(attempt))
  const apartNotes = apart.map(attempt => ({
    code: 'attempts-apart',
    message: `${attempt.label} was not joined: ${whyApart(attempt, own)}`,
  }))
  return [...lostNotes, ...joinedNote(together), ...apartNotes]
}

type Finishing = { found: Found; values: Values; context: JobContext; candidate: Session }

/** The comparison with what stands in it, and the record of this attempt. */
function finished(comparison: Comparison, { found, values, context, candidate }: Finishing) {
  const { runId, runAttempt: attempt, runnerName } = context
  const { testbed } = candidate
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
  const stood = withStanding(comparison, earlierFindings)
  const machine = testbed?.facts.machine ?? null
  const own = findingsOf(stood.comparison, { by: attempt, of: runs, suite: values.name, machine })
  const record: AttemptRecord = {
    runId,
    attempt,
    machine: runnerName,
    fingerprint: testbed?.fingerprint ?? null,
    accounts: reports.accounts,
    findings: [...stood.standing, ...own],
    left: 0,
  }
  const noted = withLost(stood.comparison, reports.lost)
  const warnings = [...notesOf(found, candidate), ...noted.warnings]
  return { comparison: { ...noted, warnings }, record }
}

/** `unreadable`: why no baseline could be read, where it is not that there is none. */
export type StoredRequest = {
  candidate: Session
  baselines: Session[]
  unreadable?: string | null
  policy: Policy
}

/** `candidate`, this job's session, and those of its earlier attempts on this testbed against stored `baselines`. */
export async function compareStoredAttempts(
  values: Values,
  context: JobContext,
  { candidate, baselines, unreadable, policy }: StoredRequest,
): Promise<JoinedResult> {
  const found = await earlier(values, context, { candidate, isJoined: ({ here }) => here })
  const candidates = [candidate, ...found.together.map(attempt => attempt.candidate)]
  const compared = compareStored(baselines, candidates, {
    policy,
    unreadable: unreadable ?? null,
    assumedGrade: 'untuned',
  })
  return {
    ...finished(compared, { found, values, context, candidate }),
    sessions: { 'result.json.gz': candidate },
  }
}

type Alternated = { comparison: Comparison; baseline: Session; candidate: Session }

/** What this job compared alternating both sides, and what its earlier attempts did, each on a testbed of its own. */
export async function compareAlternatedAttempts(
  values: Values,
  context: JobContext,
  { comparison, baseline, candidate, policy }: Alternated & { policy: Policy },
): Promise<JoinedResult> {
  const isJoined = ({ baseline, sure }: Attempt) => sure && baseline !== null
  const found = await earlier(values, context, { candidate, isJoined })
  const blocks = found.together.flatMap(each =>
    each.baseline ? [{ candidate: each.candidate, baseline: each.baseline }] : [],
  )
  const baselines = [baseline, ...blocks.map(block => block.baseline)]
  const candidates = [candidate, ...blocks.map(block => block.candidate)]
  const compared = blocks.length === 0 ? comparison : compareBlocks(baselines, candidates, policy)
  return {
    ...finished(compared, { found, values, context, candidate }),
    sessions: { 'result.json.gz': candidate, 'baseline.json.gz': baseline },
  }
}
