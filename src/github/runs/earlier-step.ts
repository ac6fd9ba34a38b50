// Finds out whether this very step failed in an earlier attempt of its job. Then it may have found a regression. A step
// that was skipped, cancelled or never reached has found none: after a failed checkout, nothing was measured.
import type { JobContext } from '../api/context.ts'
import { type JobsOf, jobNow, type RunJob, type RunStep } from './run-jobs.ts'

type OwnStep = { job: RunJob; step: RunStep | null }

/** This job, and the step that it is at now; null where the server does not tell. */
async function ownStep(jobsOf: JobsOf, { runnerName, runAttempt }: JobContext): Promise<OwnStep | null> {
  const job = jobNow(await jobsOf(runAttempt), { runner: runnerName, attempt: runAttempt })
  if (!job) return null
  const [step = null, ...more] = job.steps.filter(({ status }) => status === 'in_progress')
  return { job, step: more.length > 0 ? null : step }
}

/** The steps with this name. Where several have it (a job may compare two suites), only the one at the same place. */
function sameSteps({ steps }: RunJob, { name, number }: RunStep): RunStep[] {
  const named = steps.filter(step => step.name === name)
  const placed = named.filter(step => step.number === number)
  return placed.length > 0 ? placed : named
}

const failing = ({ conclusion }: { conclusion: string | null }) =>
  conclusion === 'failure' || conclusion === 'timed_out'

function stepFailed(job: RunJob, own: OwnStep | null): boolean {
  if (own && job.name !== own.job.name) return false
  if (job.steps.length === 0) return failing(job)
  return (own?.step ? sameSteps(job, own.step) : job.steps).some(failing)
}

/** A job that an attempt did not repeat is listed under it as it was before. */
const isRepeated = (job: RunJob, before: RunJob[]) =>
  !before.some(({ name, startedAt }) => name === job.name && startedAt === job.startedAt)

/** Whether this step failed in `attempt`; of an unknown step this job counts, of an unknown job any. Throws refusals. */
export async function stepFailedIn(jobsOf: JobsOf, context: JobContext, attempt: number): Promise<boolean> {
  const own = await ownStep(jobsOf, context)
  const failed = (await jobsOf(attempt)).filter(job => stepFailed(job, own))
  if (failed.length === 0 || attempt === 1) return failed.length > 0
  const before = await jobsOf(attempt - 1)
  return failed.some(job => isRepeated(job, before))
}

/** The runner that this job had in attempt `attempt`; null where the server does not tell. */
export async function runnerIn(jobsOf: JobsOf, context: JobContext, attempt: number): Promise<string | null> {
  const own = await ownStep(jobsOf, context)
  const [job, ...more] = (await jobsOf(attempt)).filter(({ name }) => name === own?.job.name)
  return job && more.length === 0 ? job.runner : null
}
