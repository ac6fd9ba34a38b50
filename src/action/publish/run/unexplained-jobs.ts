// Finds the jobs of a run that failed and left no result that explains it. What such a job found is not known: it may have
// crashed, or its own code may have put another result in the place of the one that failed it.
import { compareTogether } from '../../../compare/verdict/compare-together.ts'
import type { ConnectedJob } from '../../../github/api/connect.ts'
import { explainRefusal } from '../../../github/api/explain-refusal.ts'
import type { Claim } from '../../../github/artifacts/legs-of-run.ts'
import { didNotSucceed, newestJobs, type RunJob } from '../../../github/runs/run-jobs.ts'
import { fails } from '../../../model/index.ts'
import { firstOf } from '../../../phrases.ts'
import { runnerDigest } from '../../attempts/unmeasured-artifact.ts'
import { type Prepared, requestAlone } from '../legs/compare-legs.ts'
import type { MeasuredLeg } from '../legs/leg.ts'
import type { Source } from './reported-run.ts'

/** A leg alone, and `joined` with other runs. `createdAt`: of its newest result, in ms since 1970; null if not known. */
type UploadedLeg = { leg: MeasuredLeg; joined: MeasuredLeg; createdAt: number | null }

/** GitHub's times have whole seconds. */
const second = 1000

const isDuring = (createdAt: number | null, { startedAt, endedAt }: RunJob): boolean =>
  createdAt !== null && createdAt >= startedAt - second && (endedAt === null || createdAt <= endedAt + second)

/** Whether a job made the result: on its runner, while it ran. */
export function mayBeOf({ leg, createdAt }: Pick<UploadedLeg, 'leg' | 'createdAt'>, job: RunJob): boolean {
  const { runner } = job
  const facts = leg.attempts[0]?.candidate.testbed?.facts
  const measuredBy = facts?.runner ?? facts?.machine ?? ''
  return isDuring(createdAt, job) && (runner === '' || measuredBy === '' || runner === measuredBy)
}

/** Whether the job that measured `leg` fails by that result alone. An acceptance came later, so it does not count. */
function failsAlone(leg: MeasuredLeg, prepared: Prepared[]): boolean {
  const request = requestAlone(leg, prepared)
  if (request === null) return false
  const policy = { ...request.policy, accepted: null }
  const [member] = compareTogether([{ ...request, policy }])
  return member?.comparison == null ? true : fails({ ...member.comparison, policy })
}

/** The jobs that none of `those` is of. Each is of one job at most. */
function without<Each>(jobs: RunJob[], those: Each[], isOf: (each: Each, job: RunJob) => boolean): RunJob[] {
  let left = those
  return jobs.filter(job => {
    const found = left.find(each => isOf(each, job))
    left = left.filter(each => each !== found)
    return found === undefined
  })
}

/** The jobs that did not succeed, the names of skipped ones, all that ran; `why`: why that may not be the whole. */
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

export const nothingFailed: EndedJobs = { failed: [], skipped: [], all: [], why: null }

/** A run that ended well has nothing to explain, unless legs are counted. Of one that goes on, ended jobs are known. */
export const jobsToExplain = ({ context, ended }: Source, { legs }: { legs: number }): Promise<EndedJobs> =>
  ended?.conclusion === 'success' && legs === 0 ? Promise.resolve(nothingFailed) : endedJobs(context)

/** Jobs that measure nothing are among them where they are in the same workflow. */
const whatToDo =
  '. Their logs say why; run the failed jobs again. Jobs that measure nothing go into a workflow of their own'

const unknownJobs = (why: string) => `which jobs of the run did not succeed is not known: ${why}`

const endsWell = ['success', 'skipped', 'neutral']

/** A sentence in a list of one or none. `conclusion` is that of the run, null while it goes on. */
function textsOf(conclusion: string | null, { failed, why }: EndedJobs, jobs: RunJob[]): string[] {
  if (jobs.length > 0) {
    const these = jobs.length === 1 ? 'a job' : `${jobs.length} jobs`
    const names = jobs.map(job => `${job.name} (${job.conclusion})`)
    return [`${these} did not succeed, and no result explains that: ${firstOf(names, 10)}${whatToDo}`]
  }
  if (why !== null) return [unknownJobs(why)]
  const isExplained = failed.length > 0 || conclusion === null || endsWell.includes(conclusion)
  return isExplained ? [] : [`the run ended as '${conclusion}', and no job of it says why`]
}

/** The jobs that no result explains, and a sentence for them in a list of one or none. */
export type Unexplained = { jobs: RunJob[]; texts: string[] }

/** The failed jobs that no result explains. A `broken` configuration alone fails each job that left a result. */
export function unexplained(
  { conclusion, jobs: ended, broken }: { conclusion: string | null; jobs: EndedJobs; broken: string | null },
  legs: UploadedLeg[],
  prepared: Prepared[],
): Unexplained {
  const isFailing = ({ leg, joined }: UploadedLeg) =>
    broken !== null || failsAlone(leg, prepared) || failsAlone(joined, prepared)
  const failing = ended.failed.length === 0 ? [] : legs.filter(isFailing)
  const jobs = without(ended.failed, failing, mayBeOf)
  return { jobs, texts: textsOf(conclusion, ended, jobs) }
}

/** Whether a job itself may have left this word: it was made on its runner, while it ran. */
export const maySay = ({ runner, createdAt }: Claim, job: RunJob): boolean =>
  isDuring(createdAt, job) && runner === runnerDigest(job.runner)

/** The jobs that left no word of their own that they measured nothing. */
export const silentJobs = (jobs: RunJob[], claims: Claim[]): RunJob[] => without(jobs, claims, maySay)
