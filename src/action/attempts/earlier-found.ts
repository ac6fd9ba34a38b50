// What earlier attempts and other runs measured of the same commits, what of it was joined with this attempt, and why not.
import { ownBudget } from '../../github/api/budget.ts'
import { type ConnectedJob, connect } from '../../github/api/connect.ts'
import { proposalOf } from '../../github/api/context.ts'
import { jobsOfRun } from '../../github/runs/run-jobs.ts'
import type { Values } from '../../inputs/values.ts'
import { type Session, unequalFacts, type Warning } from '../../model/index.ts'
import { shortSha } from '../../phrases.ts'
import type { AttemptRecord } from './attempt-record.ts'
import { type EarlierReports, earlierReports } from './earlier-reports.ts'
import { type Attempt, type EarlierAttempts, earlierAttempts, noAttempts } from './find-attempts.ts'
import { otherAttempts } from './other-runs.ts'
import { type PostingInputs, postedRecords } from './posted-records.ts'

/** The inputs that say which attempts are this job's, and where it posts. */
export type JoiningInputs = PostingInputs & Pick<Values, 'token' | 'mode'>

export type EarlierFound = EarlierAttempts & { together: Attempt[]; reports: EarlierReports }

const nothing: EarlierReports = { findings: [], accounts: [], knows: [], lost: [] }

async function postedOfSuite(values: JoiningInputs, context: ConnectedJob) {
  const name = context.reportName ?? values.name
  const records = await postedRecords({ ...values, name }, context)
  return records.map(each => ({
    ...each,
    findings: each.findings.filter(({ suite }) => suite === values.name),
  }))
}

/** Everything about earlier attempts and other runs on the same commits. `isJoined`: it gets into the test. */
export async function findEarlier(
  values: JoiningInputs,
  job: ConnectedJob,
  { candidate, isJoined }: { candidate: Session; isJoined: (attempt: Attempt) => boolean },
): Promise<EarlierFound> {
  const mayHaveOthers = proposalOf(job) !== null && values.mode !== 'measure'
  if (job.runAttempt < 2 && !mayHaveOthers) return { ...noAttempts, together: [], reports: nothing }
  // To read what was left before, a job makes more requests, on top of the usual ones.
  const context = { ...job, octokit: connect(values.token, { budget: ownBudget() }) }
  const jobsOf = jobsOfRun(context)
  const fingerprint = candidate.testbed?.fingerprint ?? ''
  const posted = values.mode === 'measure' ? [] : await postedOfSuite(values, context)
  const none = ({ message }: Error) => ({ ...noAttempts, lost: [message] })
  const before = await earlierAttempts(context, { values, fingerprint, jobsOf }).catch(none)
  const others = mayHaveOthers ? await otherAttempts(context, { values, candidate, posted }) : noAttempts
  const found = {
    attempts: [...before.attempts, ...others.attempts],
    records: [...before.records, ...others.records],
    lost: [...before.lost, ...others.lost],
  }
  const together = found.attempts.filter(isJoined)
  const joined = together.filter(({ isOther }) => !isOther).map(({ number }) => number)
  const { jobName } = context
  const isHere = ({ fingerprint: own, machine }: AttemptRecord) =>
    own === fingerprint || (own === null && machine === context.runnerName)
  // A publish job reports on all jobs of the run. Legs of a matrix may have one machine.
  const isOwn = (record: AttemptRecord) =>
    record.job === '' || (isHere(record) && (jobName === undefined || record.job === jobName))
  const known = { records: found.records, posted, joined, isOwn, jobsOf }
  // A leg decides nothing.
  const reports = values.mode === 'measure' ? nothing : await earlierReports(context, known)
  return { ...found, together, reports }
}

function joinedNote(joined: Attempt[]): Warning[] {
  if (joined.length === 0) return []
  const [others, own] = [joined.filter(each => each.isOther), joined.filter(each => !each.isOther)]
  const labelled = (attempts: Attempt[]) => `(${attempts.map(({ label }) => label).join(', ')})`
  const count = own.length === 1 ? 'one earlier attempt' : `${own.length} earlier attempts`
  const texts = [
    own.length > 0 ? `the runs of ${count} of this job were joined ${labelled(own)}` : null,
    others.length > 0
      ? `the runs of other measurements of this commit were joined ${labelled(others)}`
      : null,
  ]
  return texts.flatMap(message => (message === null ? [] : [{ code: 'attempts-joined', message }]))
}

/** The sessions of this attempt; `baseline` is null where it was not interleaved. */
export type OwnSides = { candidate: Session; baseline: Session | null }

/** Whether both attempts measured the same baseline commit: the previous tag of a release may be another one by now. */
export const sameBase = (
  { baseline: one }: Pick<Attempt, 'baseline'>,
  { baseline: other }: OwnSides,
): boolean => one !== null && other !== null && one.revision?.commit === other.revision?.commit

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

/** Says what was joined, what was not and why, and what could not be read. */
export function notesOf({ attempts, lost, together }: EarlierFound, own: OwnSides): Warning[] {
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
