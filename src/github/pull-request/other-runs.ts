// The other runs of a run's workflow on its head: one of them may measure what the run itself did not.
import type { Octokit } from '../api/connect.ts'
import type { JobContext } from '../api/context.ts'
import type { EndedRun } from '../api/ended-run.ts'

type OtherRun = { id: number; conclusion: string | null }

/**
 * Whether `other` says more about the head than a run that was skipped or cancelled. A skipped one says nothing, also beside
 * a cancelled one. A cancelled one is replaced only by a newer run that goes on or has ended by itself.
 */
const saysMore = ({ id, conclusion }: EndedRun, other: OtherRun): boolean =>
  other.id !== id &&
  other.conclusion !== 'skipped' &&
  (conclusion === 'skipped' || (other.id > id && other.conclusion !== 'cancelled'))

/**
 * The newest run of the same workflow and event on the same head that says more about it than `run`, which was skipped or
 * cancelled. Null where there is none. One request. Throws the server's refusal.
 */
export async function otherRun(
  octokit: Octokit,
  { owner, repo }: JobContext,
  run: EndedRun,
): Promise<number | null> {
  const { event, headSha, workflowPath } = run
  const workflow_id = workflowPath.split('/').at(-1) ?? ''
  const request = { owner, repo, workflow_id, event, head_sha: headSha, per_page: 100 }
  const { data } = await octokit.rest.actions.listWorkflowRuns(request)
  const ids = data.workflow_runs.filter(other => saysMore(run, other)).map(({ id }) => id)
  return ids.length === 0 ? null : Math.max(...ids)
}
