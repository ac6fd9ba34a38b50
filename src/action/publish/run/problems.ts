// Names what is missing from a run's report: legs that left no result, that cannot be read, or that were not looked at, suites
// that a job could not measure, and jobs that did not succeed although no result says why.

import type { Octokit } from '../../../github/api/connect.ts'
import type { JobContext } from '../../../github/api/context.ts'
import { explainRefusal } from '../../../github/api/explain-refusal.ts'
import { didNotSucceed, newestJobs, type RunJob } from '../../../github/api/run-jobs.ts'
import type { Legs } from '../../../github/artifacts/legs-of-run.ts'
import { counted, firstOf } from '../../../phrases.ts'
import type { MeasuredLeg } from '../legs/leg.ts'

/**
 * Whether the number of results can hide a missing one: a job that was run again on another machine has left two results of
 * its suite. By their artifacts, these look like a matrix of machines.
 */
function mayCountTwice(measured: MeasuredLeg[], runAttempt: number): boolean {
  return runAttempt > 1 && new Set(measured.map(({ suite }) => suite)).size < measured.length
}

/** Null where the number of results is `expected`, and hides nothing. */
function countProblem(measured: MeasuredLeg[], expected: number, runAttempt: number): string | null {
  const count = measured.length
  if (count < expected) {
    return expected === 1
      ? 'the run left no result'
      : `${expected - count} of ${expected} legs left no result`
  }
  if (expected === 0 || !mayCountTwice(measured, runAttempt)) return null
  return `attempt ${runAttempt} may lack a leg: a leg measured again on another machine counts twice`
}

const jobsText = (jobs: RunJob[]) =>
  firstOf(
    jobs.map(({ name, conclusion }) => `${name} (${conclusion})`),
    10,
  )

/** The legs and artifacts that could not be read, or were not looked at. */
function unreadProblems({ legs, left, unseen }: Found): string[] {
  const problems = legs.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`]))
  if (left > 0) problems.push(`${counted(left, 'leg')} left out: at most ${legs.length} are published`)
  if (unseen > 0) {
    problems.push(
      `${counted(unseen, 'artifact')} ${unseen === 1 ? 'was' : 'were'} not read because the run left too many; ` +
        `${unseen === 1 ? 'it may be a leg' : 'they may be legs'}`,
    )
  }
  return problems
}

type Found = Pick<Legs<MeasuredLeg>, 'legs' | 'left' | 'unseen' | 'unmeasured'>

/**
 * A sentence for each part of the run that left no result to read. `expected` is the number of legs, 0 for any number.
 */
export function missingParts(
  found: Found,
  { expected, runAttempt, jobs }: { expected: number; runAttempt: number; jobs: EndedJobs },
): string[] {
  const { legs, unmeasured } = found
  const problems = unreadProblems(found)
  problems.push(...unmeasured.map(suite => `${suite}: a job could not measure it, and its log says why`))
  const measured = legs.flatMap(leg => (leg.problem === null ? leg.reads.slice(0, 1) : []))
  const least = Math.max(expected, legs.length === 0 ? 1 : 0)
  const missing = countProblem(measured, least, runAttempt)
  if (missing === null) return problems
  // If every job succeeded, each has left its result, and none is missing.
  if (measured.length >= least && jobs.why === null && jobs.failed.length === 0) return problems
  return [missing, ...problems]
}

/**
 * Whether nothing that a job of the run found can be missing: all results were read, and each job that failed without one
 * said that it measured nothing. `silent` are the problems of jobs that no result explains.
 */
export const accountsForAll = (
  { legs, left, unseen, unmeasured }: Found,
  { failed, why }: EndedJobs,
  silent: string[],
): boolean =>
  legs.every(({ problem }) => problem === null) &&
  left + unseen === 0 &&
  why === null &&
  (silent.length === 0 || failed.length <= unmeasured.length)

/**
 * The jobs of a run that did not succeed, and whether any was skipped. `why` says why they, or some of them, are not known:
 * an account of the run that cannot be trusted to be whole.
 */
export type EndedJobs = { failed: RunJob[]; skipped: boolean; why: string | null }

/** Never throws. One request, more for a run of more than a hundred jobs. */
export async function endedJobs(octokit: Octokit, context: JobContext): Promise<EndedJobs> {
  try {
    const { jobs, isWhole } = await newestJobs(octokit, context)
    const why = isWhole ? null : `it has more than ${jobs.length} jobs, and no more were looked at`
    const skipped = jobs.some(({ conclusion }) => conclusion === 'skipped')
    return { failed: jobs.filter(didNotSucceed), skipped, why }
  } catch (error) {
    return { failed: [], skipped: false, why: explainRefusal(error, 'actions: read') }
  }
}

/** Jobs that measure nothing are among them where they are in the same workflow. */
const whatToDo =
  '. Their logs say why; run the failed jobs again. Jobs that measure nothing go into a workflow of their own'

const unknownJobs = (why: string) => `which jobs of the run did not succeed is not known: ${why}`

/**
 * A sentence for the jobs that did not succeed although no result says why, in a list of one or none. `conclusion` is that
 * of the run, null while it goes on.
 */
export function unexplainedProblems(
  conclusion: string | null,
  { failed, why }: EndedJobs,
  unexplained: RunJob[],
): string[] {
  if (unexplained.length > 0) {
    const these = unexplained.length === 1 ? 'a job' : `${unexplained.length} jobs`
    return [`${these} did not succeed, and no result explains that: ${jobsText(unexplained)}${whatToDo}`]
  }
  if (why !== null) return [unknownJobs(why)]
  const isExplained = failed.length > 0 || conclusion === null || endsWell.includes(conclusion)
  return isExplained ? [] : [`the run ended as '${conclusion}', and no job of it says why`]
}

const endsWell = ['success', 'skipped', 'neutral']
