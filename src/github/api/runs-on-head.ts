// The runs of a workflow that measured the same commit of a pull request.
import type { Octokit } from './connect.ts'
import { type JobContext, proposalOf } from './context.ts'

/** Events whose runs leave no result of a pull request. */
const otherEvents = ['push', 'schedule', 'workflow_run', 'release']

/**
 * The other runs of this workflow whose head is that of the pull request, by their ids, the newest first. Runs that go on
 * are left out: they find this one when they end. Throws the server's refusal. One request.
 */
export async function runsOnHead(octokit: Octokit, context: JobContext): Promise<number[]> {
  const { owner, repo, runId, workflowPath } = context
  const head = proposalOf(context)?.headSha
  const file = workflowPath.split('/').at(-1) ?? ''
  if (head === undefined || file === '') return []
  const { data } = await octokit.rest.actions.listWorkflowRuns({
    owner,
    repo,
    workflow_id: file,
    head_sha: head,
    status: 'completed',
    per_page: 100,
  })
  return data.workflow_runs
    .filter(({ id, event }) => id !== runId && !otherEvents.includes(event))
    .map(({ id }) => id)
    .sort((a, b) => b - a)
}
