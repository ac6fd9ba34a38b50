// The jobs of all attempts of a run: which of them made an artifact. A runner makes one job at a time, so its name and
// the time say it.
import type { Octokit } from './base-commits.ts'
import type { JobContext } from './context.ts'

/** Times in milliseconds since 1970; `endedAt` is null for a job that goes on. */
export type RunJob = {
  name: string
  attempt: number
  runner: string
  startedAt: number
  endedAt: number | null
}

const pages = 3

/** The jobs of this run in all attempts, 300 at most; none where the server does not say. */
async function listed(octokit: Octokit, { owner, repo, runId }: JobContext) {
  const request = { owner, repo, run_id: runId, filter: 'all', per_page: 100 } as const
  const jobs = []
  for (let page = 1; page <= pages; page++) {
    const { data } = await octokit.rest.actions.listJobsForWorkflowRun({ ...request, page })
    jobs.push(...data.jobs)
    if (data.jobs.length === 0 || jobs.length >= data.total_count) break
  }
  return jobs
}

/** The jobs of this run in all attempts; none where the server does not say. Three requests at most. */
export async function runJobs(octokit: Octokit, context: JobContext): Promise<RunJob[]> {
  const jobs = await listed(octokit, context).catch(() => [])
  return jobs.map(job => ({
    name: job.name,
    attempt: job.run_attempt ?? 1,
    runner: job.runner_name ?? '',
    startedAt: Date.parse(job.started_at),
    endedAt: job.completed_at ? Date.parse(job.completed_at) : null,
  }))
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
 * Whether `maker` was an earlier attempt of the job `own`. What is not known counts as one: a leg of a matrix that is
 * taken for an earlier attempt can keep a red result red, and the other mistake would clear one.
 */
export function mayBeEarlierAttempt(maker: RunJob | null, own: RunJob | null, attempt: number): boolean {
  if (maker === null) return true
  return maker.attempt < attempt && (own === null || own.name === maker.name)
}
