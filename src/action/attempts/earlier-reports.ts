// The findings of earlier attempts of a job, and of other runs on the same commit, wherever they can still be read: in their
// artifacts, in the comment, in check runs. Attempts that failed and left no record are named.
import type { JobContext } from '../../github/api/context.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import { stepFailedIn } from '../../github/runs/earlier-step.ts'
import type { JobsOf } from '../../github/runs/run-jobs.ts'
import { type AttemptRecord, type Finding, withoutAccount } from './attempt-record.ts'
import { recordsOfOthers } from './posted-records.ts'

/** `accounts`: the attempts that are accounted for; `knows`: other runs; `lost`: a sentence for each other attempt. */
export type EarlierReports = { findings: Finding[]; accounts: number[]; knows: number[]; lost: string[] }

function keyOf({ run, by, suite, row, budget }: Finding): string {
  const { benchmark, metric } = row ?? budget
  return JSON.stringify([run, by, suite, benchmark, metric, budget?.limit ?? null])
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
    for (const finding of own.flatMap(record => record.findings))
      if (!findings.has(keyOf(finding))) findings.set(keyOf(finding), finding)
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

/** The records of one run, each job's from its newest attempt: another job may have been repeated alone. */
const newestOfJobs = (records: AttemptRecord[]): AttemptRecord[] =>
  records.filter(({ job, attempt }) => !records.some(each => each.job === job && each.attempt > attempt))

/** A run that knew of an older one decided about its findings: newest first. A shortened record vouches for no other. */
function summedUpOthers(records: AttemptRecord[]): { findings: Finding[]; knows: number[] } {
  const newestFirst = [...new Set(records.map(({ runId }) => runId))].sort((a, b) => b - a)
  const decided = new Set<number>()
  const findings = new Map<string, Finding>()
  for (const run of newestFirst.filter(each => !decided.has(each))) {
    for (const { findings: own, knows, left } of newestOfJobs(records.filter(({ runId }) => runId === run))) {
      for (const finding of own) findings.set(keyOf(finding), finding)
      if (left === 0) for (const each of knows) decided.add(each)
    }
  }
  return { findings: [...findings.values()], knows: newestFirst }
}

type EarlierKnown = {
  /** From the artifacts of earlier attempts, and of other runs. */
  records: AttemptRecord[]
  /** From comment and check runs. */
  posted: AttemptRecord[]
  /** Attempts that are in the test that decides now. */
  joined: number[]
  /** Whether a record that is not from an artifact is surely of this job. */
  isOwn: (record: AttemptRecord) => boolean
  /** Null where this job belongs to another run. */
  jobsOf: JobsOf | null
}

/** Never throws: a place that cannot be read is `lost`, or a re-run might pass because its token may not read. */
export async function earlierReports(
  context: JobContext,
  { records, posted, joined, isOwn, jobsOf }: EarlierKnown,
): Promise<EarlierReports> {
  const earlier = Array.from({ length: context.runAttempt - 1 }, (_, i) => i + 1)
  const isOfRun = ({ runId, attempt }: AttemptRecord) =>
    runId === context.runId && attempt < context.runAttempt
  const isOpen = (accounts: Set<number>, attempt: number) =>
    !accounts.has(attempt) && !joined.includes(attempt)
  const kept = records.filter(isOfRun)
  let summed = summedUp(kept)
  if (earlier.some(attempt => isOpen(summed.accounts, attempt))) {
    // A record that may be another leg's can keep this job red, and never vouch for it.
    const hidden = posted.filter(isOfRun).map(each => (isOwn(each) ? each : withoutAccount(each)))
    summed = summedUp([...kept, ...hidden])
  }
  const others = summedUpOthers(recordsOfOthers([...records, ...posted], context))
  const lost: string[] = []
  const unknown: number[] = []
  for (const attempt of earlier.filter(each => isOpen(summed.accounts, each))) {
    const why = jobsOf && (await whyLost(jobsOf, context, attempt))
    if (why === null) continue
    unknown.push(attempt)
    lost.push(why)
  }
  return {
    findings: [...summed.findings, ...others.findings],
    accounts: earlier.filter(each => !unknown.includes(each)),
    knows: others.knows,
    lost,
  }
}
