// Names what is missing from a run's report: legs that left no result, that cannot be read, or that were not looked at, suites
// that a job could not measure, and jobs that did not succeed although no result says why.

import type { ConnectedJob } from '../../../github/api/connect.ts'
import { explainRefusal } from '../../../github/api/explain-refusal.ts'
import type { Leg, Legs } from '../../../github/artifacts/legs-of-run.ts'
import { didNotSucceed, newestJobs, type RunJob } from '../../../github/runs/run-jobs.ts'
import { counted, firstOf } from '../../../phrases.ts'
import type { MeasuredLeg } from '../legs/leg.ts'
import { mayBeOf, maySay, silentJobs } from './unexplained-jobs.ts'

/**
 * Whether the number of results can hide a missing one: a job that was run again on another machine has left two results of
 * its suite. By their artifacts, these look like a matrix of machines.
 */
function mayCountTwice(measured: MeasuredLeg[], runAttempt: number): boolean {
  return runAttempt > 1 && new Set(measured.map(({ suite }) => suite)).size < measured.length
}

/**
 * How many legs left the results. A leg is a job: one that measures several suites leaves as many artifacts, and so does one
 * that was measured again elsewhere, of which only the newest is of a job of the run as it ended. A result whose time is not
 * known counts as a leg.
 */
function legsOf(legs: Leg<MeasuredLeg>[], jobs: RunJob[]): number {
  const found = new Set<RunJob | Leg<MeasuredLeg>>()
  for (const leg of legs) {
    if (leg.problem !== null) continue
    const { createdAt, reads } = leg
    const [newest] = reads
    const maker = newest && jobs.find(job => mayBeOf({ leg: newest, createdAt }, job))
    if (maker !== undefined) found.add(maker)
    else if (createdAt === null || jobs.length === 0) found.add(leg)
  }
  return found.size
}

/** Null where the number of legs is `expected`, and hides nothing. */
function countProblem(
  { count, measured }: { count: number; measured: MeasuredLeg[] },
  expected: number,
  runAttempt: number,
): string | null {
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

type Found = Pick<Legs<MeasuredLeg>, 'legs' | 'left' | 'unseen' | 'unmeasured' | 'claims'>

/** What jobs said they could not measure. The word of a job that failed counts as long as that job is not repeated. */
function unmeasuredTexts({ unmeasured, claims }: Found, { failed }: EndedJobs): string[] {
  const ofJobs = claims.filter(claim => claim.failed && failed.some(job => maySay(claim, job)))
  const names = [...new Set([...unmeasured, ...ofJobs.map(({ of }) => of)])]
  if (names.length === 0) return []
  const what = names.length === 1 ? 'it' : 'them'
  return [`${firstOf(names, mostNamed)}: a job could not measure ${what}, and its log says why`]
}

const mostNamed = 10

/**
 * A sentence for each part of the run that left no result to read. `expected` is the number of legs, 0 for any number.
 */
export function missingParts(
  found: Found,
  { expected, runAttempt, jobs }: { expected: number; runAttempt: number; jobs: EndedJobs },
): string[] {
  const { legs } = found
  const problems = unreadProblems(found)
  problems.push(...unmeasuredTexts(found, jobs))
  const measured = legs.flatMap(leg => (leg.problem === null ? leg.reads.slice(0, 1) : []))
  const least = Math.max(expected, legs.length === 0 ? 1 : 0)
  const count = legsOf(legs, jobs.all)
  const missing = countProblem({ count, measured }, least, runAttempt)
  if (missing === null) return problems
  // If every job succeeded, each has left its result, and none is missing.
  if (count >= least && jobs.why === null && jobs.failed.length === 0) return problems
  return [missing, ...problems]
}

/**
 * Whether nothing that a job of the run found can be missing: all results were read, and each job that failed without one
 * said itself that it measured nothing.
 */
export const accountsForAll = (
  { legs, left, unseen, claims }: Found,
  { why }: EndedJobs,
  { jobs, texts }: Unexplained,
): boolean =>
  legs.every(({ problem }) => problem === null) &&
  left + unseen === 0 &&
  why === null &&
  (texts.length === 0 || (jobs.length > 0 && silentJobs(jobs, claims).length === 0))

/** The jobs that no result explains, and a sentence for them in a list of one or none. */
export type Unexplained = { jobs: RunJob[]; texts: string[] }

/**
 * The jobs of a run that did not succeed, the names of those that were skipped, and all that ran, as far as they were asked for.
 * `why` says why they, or some of them, are not known: an account of the run that cannot be trusted to be whole.
 */
export type EndedJobs = { failed: RunJob[]; skipped: string[]; all: RunJob[]; why: string | null }

/** Never throws. One request, more for a run of more than a hundred jobs. */
export async function endedJobs(context: ConnectedJob): Promise<EndedJobs> {
  try {
    const { jobs, isWhole } = await newestJobs(context)
    const why = isWhole ? null : `it has more than ${jobs.length} jobs, and no more were looked at`
    const ran = jobs.filter(({ conclusion }) => conclusion !== 'skipped')
    // One that ran under the same name was not skipped: the pull request's workflow may have another job of that name.
    const skipped = jobs.map(({ name }) => name).filter(name => !ran.some(job => job.name === name))
    const all = isWhole ? ran : []
    return { failed: jobs.filter(didNotSucceed), skipped, all, why }
  } catch (error) {
    return { failed: [], skipped: [], all: [], why: explainRefusal(error, 'actions: read') }
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
