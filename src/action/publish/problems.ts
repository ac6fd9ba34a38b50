// Names what is missing from a run's report: legs that left no result, that cannot be read, or that were not looked at. Also
// names the jobs that did not succeed where they explain it.

import type { Octokit } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { unsuccessfulJobs } from '../../github/api/run-jobs.ts'
import type { Legs } from '../../github/artifacts/legs-of-run.ts'
import { counted, firstOf } from '../../phrases.ts'
import type { MeasuredLeg } from './leg.ts'

/**
 * Whether the number of results can hide a missing one: a job that was run again on another machine has left two results of
 * its suite. By their artifacts, these look like a matrix of machines.
 */
function mayCountTwice(measured: MeasuredLeg[], runAttempt: number): boolean {
  return runAttempt > 1 && new Set(measured.map(({ suite }) => suite)).size < measured.length
}

/** Null where the number of results is `expected`, and hides nothing. */
function countProblem(measured: MeasuredLeg[], expected: number, { runAttempt }: JobContext) {
  const count = measured.length
  if (count < expected) {
    return expected === 1
      ? 'the run left no result'
      : `${expected - count} of ${expected} legs left no result`
  }
  if (expected === 0 || !mayCountTwice(measured, runAttempt)) return null
  return `attempt ${runAttempt} may lack a leg: a leg measured again on another machine counts twice`
}

const jobsText = (jobs: string[] | null) =>
  jobs === null || jobs.length === 0 ? '' : `; these jobs did not succeed: ${firstOf(jobs, 10)}`

/** A sentence for each problem. `expected` is the number of legs, 0 for any number. Makes one request at most. */
export async function problemsOf(
  octokit: Octokit,
  context: JobContext,
  { found, expected }: { found: Pick<Legs<MeasuredLeg>, 'legs' | 'left' | 'unseen'>; expected: number },
): Promise<string[]> {
  const { legs, left, unseen } = found
  const problems = legs.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`]))
  if (left > 0) problems.push(`${counted(left, 'leg')} left out: at most ${legs.length} are published`)
  if (unseen > 0) {
    problems.push(
      `${counted(unseen, 'artifact')} ${unseen === 1 ? 'was' : 'were'} not read because the run left too many; ` +
        `${unseen === 1 ? 'it may be a leg' : 'they may be legs'}`,
    )
  }
  const measured = legs.flatMap(leg => (leg.problem === null ? leg.reads.slice(0, 1) : []))
  const least = Math.max(expected, legs.length === 0 ? 1 : 0)
  const missing = countProblem(measured, least, context)
  if (missing === null) return problems
  const jobs = await unsuccessfulJobs(octokit, context, context.runId)
  // If every job succeeded, each has left its result, and none is missing.
  if (measured.length >= least && jobs?.length === 0) return problems
  return [`${missing}${jobsText(jobs)}`, ...problems]
}
