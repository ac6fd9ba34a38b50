// Which jobs of a run did not succeed: what a publish job can say of legs that left nothing.
import type { Octokit } from './base-commits.ts'
import type { JobContext } from './context.ts'

/** `name (conclusion)` of each; empty where the server does not say. One request. */
export async function unsuccessfulJobs(
  octokit: Octokit,
  { owner, repo }: JobContext,
  runId: number,
): Promise<string[]> {
  const request = { owner, repo, run_id: runId, filter: 'latest', per_page: 100 } as const
  const { data } = await octokit.rest.actions.listJobsForWorkflowRun(request).catch(() => ({
    data: { jobs: [] },
  }))
  return data.jobs
    .filter(({ conclusion }) => conclusion !== null && !['success', 'skipped'].includes(conclusion))
    .map(({ name, conclusion }) => `${name} (${conclusion})`)
}
