// The jobs of one run, attempt by attempt: which of them made an artifact, and how its steps ended. A runner makes one
// job at a time, so its name and the time say which.
import { most } from '../api/budget.ts'
import type { ConnectedJob, Octokit } from '../api/connect.ts'
import { readPages } from '../api/pages.ts'

/** `conclusion` is null for a step that goes on or has not begun. */
export type RunStep = { name: string; number: number; status: string; conclusion: string | null }

/** Times in milliseconds since 1970; `endedAt` and `conclusion` are null for a job that goes on. */
export type RunJob = {
  name: string
  attempt: number
  runner: string
  startedAt: number
  endedAt: number | null
  conclusion: string | null
  steps: RunStep[]
}

type JobAnswer = Awaited<
  ReturnType<Octokit['rest']['actions']['listJobsForWorkflowRun']>
>['data']['jobs'][number]

const jobOf = (job: JobAnswer, attempt: number): RunJob => ({
  name: job.name,
  attempt: job.run_attempt ?? attempt,
  runner: job.runner_name ?? '',
  startedAt: Date.parse(job.started_at),
  endedAt: job.completed_at ? Date.parse(job.completed_at) : null,
  conclusion: job.conclusion,
  steps: job.steps ?? [],
})

type JobsPage = { data: { jobs: JobAnswer[]; total_count: number } }

/** The jobs on the pages that `list` reads; those without an attempt are of `attempt`. */
async function readJobs(octokit: Octokit, attempt: number, list: (page: number) => Promise<JobsPage>) {
  const read = async (page: number) => {
    const { data } = await list(page)
    return { items: data.jobs, total: data.total_count }
  }
  const { items, isWhole } = await readPages(octokit, { mostPages: most.jobPages, read })
  return { jobs: items.map(job => jobOf(job, attempt)), isWhole }
}

async function attemptJobs({ octokit, owner, repo, runId }: ConnectedJob, attempt: number) {
  const request = { owner, repo, run_id: runId, attempt_number: attempt, per_page: 100 }
  const { listJobsForWorkflowRunAttempt: list } = octokit.rest.actions
  const { jobs, isWhole } = await readJobs(octokit, attempt, page => list({ ...request, page }))
  // One that is not listed may be the one that failed, or that ended last.
  if (!isWhole) throw new Error(`run ${runId} has more than the ${jobs.length} jobs that are read`)
  return jobs
}

/** All jobs of an attempt of this run; asked for once. Rejects with the server's refusal, and where there are too many. */
export type JobsOf = (attempt: number) => Promise<RunJob[]>

export function jobsOfRun(context: ConnectedJob): JobsOf {
  const asked = new Map<number, Promise<RunJob[]>>()
  return attempt => {
    const jobs = asked.get(attempt) ?? attemptJobs(context, attempt)
    asked.set(attempt, jobs)
    return jobs
  }
}

/** The job that runner `runner` was at when it was `at`; null where that is not known. */
export function jobAt(
  jobs: RunJob[],
  { runner, at }: { runner: string | null; at: number | null },
): RunJob | null {
  if (runner === null || at === null) return null
  const found = jobs.filter(
    job => job.runner === runner && job.startedAt <= at && (job.endedAt === null || at <= job.endedAt),
  )
  // A job that was not repeated may be listed under later attempts, too.
  return found.sort((a, b) => a.attempt - b.attempt)[0] ?? null
}

/** The job that runner `runner` is at now, in attempt `attempt`; null where that is not known. */
export function jobNow(
  jobs: RunJob[],
  { runner, attempt }: { runner: string | null; attempt: number },
): RunJob | null {
  const own = jobs.filter(job => job.runner === runner && job.attempt === attempt && job.endedAt === null)
  return own.length === 1 ? (own[0] ?? null) : null
}

/**
 * Whether `maker` was an earlier attempt of the job `own`. An unknown job counts as one. A wrong yes, for another leg
 * of a matrix, can only keep a red result red. A wrong no would clear one.
 */
export function mayBeEarlierAttempt(maker: RunJob | null, own: RunJob | null, attempt: number): boolean {
  if (maker === null) return true
  return maker.attempt < attempt && (own === null || own.name === maker.name)
}

/** The jobs of a run, each by its newest attempt; `isWhole`: all were read. Throws the server's refusal. */
export function newestJobs(context: ConnectedJob): Promise<{ jobs: RunJob[]; isWhole: boolean }> {
  const { octokit, owner, repo, runId } = context
  const request = { owner, repo, run_id: runId, filter: 'latest', per_page: 100 } as const
  const { listJobsForWorkflowRun: list } = octokit.rest.actions
  return readJobs(octokit, 1, page => list({ ...request, page }))
}

/** Whether a job has ended without a success. One that was skipped, by its own condition, did nothing wrong. */
export const didNotSucceed = ({ conclusion }: RunJob): boolean =>
  conclusion !== null && !['success', 'skipped', 'neutral'].includes(conclusion)
