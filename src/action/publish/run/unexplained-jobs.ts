// Finds the jobs of a run that failed and left no result that explains it. What such a job found is not known: it may have
// crashed, or its own code may have put another result in the place of the one that failed it.
import { compareTogether } from '../../../compare/verdict/compare-together.ts'
import type { Claim } from '../../../github/artifacts/legs-of-run.ts'
import type { RunJob } from '../../../github/runs/run-jobs.ts'
import { fails } from '../../../model/index.ts'
import { runnerDigest } from '../../attempts/unmeasured-artifact.ts'
import { type Prepared, requestAlone } from '../legs/compare-legs.ts'
import type { MeasuredLeg } from '../legs/leg.ts'

/**
 * A leg, alone and with what other runs measured of its commits, as its job may have judged it. `createdAt` is when its
 * newest result was uploaded, in milliseconds since 1970; null where the server does not say.
 */
export type UploadedLeg = { leg: MeasuredLeg; joined: MeasuredLeg; createdAt: number | null }

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

/** Those of the `failed` jobs that none of the results explains. */
export function unexplainedJobs(failed: RunJob[], legs: UploadedLeg[], prepared: Prepared[]): RunJob[] {
  if (failed.length === 0) return []
  const failing = legs.filter(({ leg, joined }) => failsAlone(leg, prepared) || failsAlone(joined, prepared))
  return without(failed, failing, mayBeOf)
}

/** Whether a job itself may have left this word: it was made on its runner, while it ran. */
export const maySay = ({ runner, createdAt }: Claim, job: RunJob): boolean =>
  isDuring(createdAt, job) && runner === runnerDigest(job.runner)

/** The jobs that left no word of their own that they measured nothing. */
export const silentJobs = (jobs: RunJob[], claims: Claim[]): RunJob[] => without(jobs, claims, maySay)
