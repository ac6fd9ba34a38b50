// Names what is missing from a run's report: legs that left no result, that cannot be read, or that were not looked at, suites
// that a job could not measure, and jobs that did not succeed although no result says why.
import type { Leg, Legs } from '../../../github/artifacts/legs-of-run.ts'
import type { RunJob } from '../../../github/runs/run-jobs.ts'
import { counted, firstOf } from '../../../phrases.ts'
import type { MeasuredLeg } from '../legs/leg.ts'
import { type EndedJobs, mayBeOf, maySay, silentJobs, type Unexplained } from './unexplained-jobs.ts'

/** Whether a missing result may be hidden: a job repeated on another machine leaves two, like a matrix of machines. */
function mayCountTwice(measured: MeasuredLeg[], runAttempt: number): boolean {
  return runAttempt > 1 && new Set(measured.map(({ suite }) => suite)).size < measured.length
}

/**
 * How many legs, that is jobs, left the results. One that measures several suites, or was repeated elsewhere, leaves
 * several artifacts, the newest of a job as it ended. A result without a time counts as a leg.
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
  return [`${firstOf(names, 10)}: a job could not measure ${what}, and its log says why`]
}

/** A sentence for each part of the run that left no result. `expected`: the number of legs, 0 for any. */
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

/** Whether no finding can be missing: all results were read, and failed jobs without one said they measured nothing. */
export const accountsForAll = (
  { legs, left, unseen, claims }: Found,
  { why }: EndedJobs,
  { jobs, texts }: Unexplained,
): boolean =>
  legs.every(({ problem }) => problem === null) &&
  left + unseen === 0 &&
  why === null &&
  (texts.length === 0 || (jobs.length > 0 && silentJobs(jobs, claims).length === 0))
