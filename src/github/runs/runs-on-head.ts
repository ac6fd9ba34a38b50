// The runs of a workflow: those on one commit, and which of them measures it instead of one that was skipped or cancelled.
import type { ConnectedJob } from '../api/connect.ts'
import type { EndedRun } from './ended-run.ts'

type Listed = Awaited<ReturnType<ConnectedJob['octokit']['rest']['actions']['listWorkflowRuns']>>['data']

/** Of the runs of the workflow file at `path`, the newest hundred that fit `query`. None where the path is not known. One request. */
export async function runsOfWorkflow(
  { octokit, owner, repo }: ConnectedJob,
  path: string,
  query: { branch?: string; event?: string; head_sha?: string },
): Promise<Pick<Listed, 'total_count' | 'workflow_runs'>> {
  const workflow_id = path.split('/').at(-1) ?? ''
  if (workflow_id === '') return { total_count: 0, workflow_runs: [] }
  const request = { owner, repo, workflow_id, ...query, per_page: 100 }
  return (await octokit.rest.actions.listWorkflowRuns(request)).data
}

/** `conclusion` is null for a run that goes on. */
export type RunOnHead = { id: number; event: string; conclusion: string | null }

/** The runs of the workflow at `workflowPath` whose head is `headSha`, the newest first. Throws the server's refusal. */
export async function runsOnHead(
  context: ConnectedJob,
  { workflowPath, headSha }: { workflowPath: string; headSha: string },
): Promise<RunOnHead[]> {
  const { workflow_runs: runs } = await runsOfWorkflow(context, workflowPath, { head_sha: headSha })
  return runs.toSorted((a, b) => b.id - a.id)
}

/**
 * Whether `other` says more about the head than a run that was skipped or cancelled. A skipped one says nothing, also
 * beside a cancelled one. A cancelled one is replaced only by a newer run that goes on or has ended by itself.
 */
const saysMore = ({ id, conclusion }: EndedRun, other: RunOnHead): boolean =>
  other.id !== id &&
  other.conclusion !== 'skipped' &&
  (conclusion === 'skipped' || (other.id > id && other.conclusion !== 'cancelled'))

/** The newest run of the same workflow and event on the head that says more than `run`; else null. Throws the refusal. */
export async function runInstead(context: ConnectedJob, run: EndedRun): Promise<number | null> {
  const runs = await runsOnHead(context, run)
  return runs.find(other => other.event === run.event && saysMore(run, other))?.id ?? null
}
