// The findings of a job's earlier attempts, wherever they can still be read: in their artifacts, in the comment, in check
// runs. Attempts that failed and left no record are named.
import type { Octokit } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { stepFailedIn } from '../../github/api/earlier-step.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import type { JobsOf } from '../../github/api/run-jobs.ts'
import { recordsInChecks } from '../../github/posts/check-run.ts'
import { recordInComment } from '../../github/posts/sticky-comment.ts'
import type { Values } from '../../inputs/values.ts'
import { type AttemptRecord, type Finding, readRecord, withoutAccount } from './attempt-record.ts'

/** `accounts` are the attempts that are accounted for; `lost` has a sentence for each of the others. */
export type EarlierReports = { findings: Finding[]; accounts: number[]; lost: string[] }

/** Where this job posts, and under which name. */
export type PostingInputs = Pick<Values, 'name' | 'comment' | 'checks'>

/** The check run of a suite. */
export const checkName = ({ name }: Pick<Values, 'name'>) => `stable-bench: ${name}`

function parsed(text: string, { runId, runAttempt }: JobContext): AttemptRecord[] {
  try {
    const record = readRecord(text, 'a record')
    return record.runId === runId && record.attempt < runAttempt ? [record] : []
  } catch {
    // Another version wrote it.
    return []
  }
}

/** The hidden records of earlier attempts of this run; none where they cannot be read. */
async function hiddenRecords(
  octokit: Octokit,
  values: PostingInputs,
  context: JobContext,
): Promise<AttemptRecord[]> {
  const texts: string[] = []
  if (values.comment !== 'never' && context.pullRequest) {
    const record = await recordInComment(octokit, context, values.name).catch(() => null)
    if (record !== null) texts.push(record)
  }
  if (values.checks !== 'never')
    texts.push(...(await recordsInChecks(octokit, context, checkName(values)).catch(() => [])))
  return texts.flatMap(text => parsed(text, context))
}

/** The findings that count: each record has taken account of those before it, so the newest decides first. */
function summedUp(records: AttemptRecord[]): { findings: Finding[]; accounts: Set<number> } {
  const newestFirst = [...new Set(records.map(({ attempt }) => attempt))].sort((a, b) => b - a)
  const accounts = new Set<number>()
  const findings = new Map<string, Finding>()
  for (const attempt of newestFirst) {
    if (accounts.has(attempt)) continue
    // One attempt may have several records: in its artifact, in the comment, of another job on the same runner.
    const own = records.filter(record => record.attempt === attempt)
    for (const finding of own.flatMap(record => record.findings)) {
      const { benchmark, metric } = finding.row ?? finding.budget
      const limit = finding.budget?.limit ?? null
      const key = JSON.stringify([finding.by, finding.suite, benchmark, metric, limit])
      if (!findings.has(key)) findings.set(key, finding)
    }
    // A shortened record accounts for nothing: some of its findings are unknown.
    const whole = own.filter(({ left }) => left === 0)
    for (const each of whole.flatMap(record => [attempt, ...record.accounts])) accounts.add(each)
  }
  return { findings: [...findings.values()], accounts }
}

async function whyLost(jobsOf: JobsOf, context: JobContext, attempt: number): Promise<string | null> {
  try {
    const failed = await stepFailedIn(jobsOf, context, attempt)
    return failed
      ? `attempt ${attempt} of this job failed, and nothing that can be read says what it found`
      : null
  } catch (error) {
    const why = explainRefusal(error, 'actions: read')
    return `the result of attempt ${attempt} of this job is not known: ${why}`
  }
}

type EarlierKnown = {
  values: PostingInputs
  /** From the artifacts of earlier attempts. */
  records: AttemptRecord[]
  /** Attempts that are in the test that decides now. */
  joined: number[]
  /** Whether a record that is not from an artifact is surely of this job. */
  isOwn: (record: AttemptRecord) => boolean
  /** Null where this job belongs to another run. */
  jobsOf: JobsOf | null
}

/**
 * Never throws: a place that cannot be read is `lost`, since a re-run must not pass only because its token may not
 * read.
 */
export async function earlierReports(
  octokit: Octokit,
  context: JobContext,
  { values, records, joined, isOwn, jobsOf }: EarlierKnown,
): Promise<EarlierReports> {
  const earlier = Array.from({ length: context.runAttempt - 1 }, (_, i) => i + 1)
  const openAfter = (accounts: Set<number>) =>
    earlier.filter(attempt => !accounts.has(attempt) && !joined.includes(attempt))
  let summed = summedUp(records)
  if (openAfter(summed.accounts).length > 0) {
    const hidden = await hiddenRecords(octokit, values, context)
    // A record that may be another leg's can keep this job red, and never vouch for it.
    summed = summedUp([...records, ...hidden.map(each => (isOwn(each) ? each : withoutAccount(each)))])
  }
  const lost: string[] = []
  const unknown: number[] = []
  for (const attempt of openAfter(summed.accounts)) {
    const why = jobsOf && (await whyLost(jobsOf, context, attempt))
    if (why === null) continue
    unknown.push(attempt)
    lost.push(why)
  }
  return { findings: summed.findings, accounts: earlier.filter(each => !unknown.includes(each)), lost }
}
