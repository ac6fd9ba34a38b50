// Which jobs of a run did not succeed: what a publish job can say of legs that left nothing.
import type { Octokit } from './base-commits.ts'
import type { JobContext } from './context.ts'

/** `name (conclusion)` of each that is found; null where the server does not tell of all. One request. */
export async function unsuccessfulJobs(
  octokit: Octokit,
  { owner, repo }: JobContext,
  runId: number,
): Promise<string[] | null> {
  const request = { owner, repo, run_id: runId, filter: 'latest', per_page: 100 } as const
  const answer = await octokit.rest.actions.listJobsForWorkflowRun(request).catch(() => null)
  if (answer === null) return null
  const { jobs, total_count } = answer.data
  const found = jobs
    .filter(({ conclusion }) => conclusion !== null && !['success', 'skipped'].includes(conclusion))
    .map(({ name, conclusion }) => `${name} (${conclusion})`)
  return found.length === 0 && total_count > jobs.length ? null : found
}
