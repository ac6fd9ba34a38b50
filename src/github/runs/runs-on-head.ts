// The runs of a workflow on one commit.
import type { ConnectedJob } from '../api/connect.ts'

/** `conclusion` is null for a run that goes on. */
export type RunOnHead = { id: number; event: string; conclusion: string | null }

/**
 * The runs of the workflow at `workflowPath` whose head is `headSha`, the newest first, a hundred at most. None where the
 * path is not known. Throws the server's refusal. One request.
 */
export async function runsOnHead(
  { octokit, owner, repo }: ConnectedJob,
  { workflowPath, headSha }: { workflowPath: string; headSha: string },
): Promise<RunOnHead[]> {
  const workflow_id = workflowPath.split('/').at(-1) ?? ''
  if (workflow_id === '') return []
  const request = { owner, repo, workflow_id, head_sha: headSha, per_page: 100 }
  const { data } = await octokit.rest.actions.listWorkflowRuns(request)
  return data.workflow_runs
    .map(({ id, event, conclusion }) => ({ id, event, conclusion }))
    .sort((a, b) => b.id - a.id)
}
