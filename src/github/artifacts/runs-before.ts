// The runs of this very workflow on the commits before a base, and what each of them left.
import { askedOnce } from '../api/asked-once.ts'
import { baselineEvents } from '../api/branch-events.ts'
import { type ConnectedJob, hasStatus } from '../api/connect.ts'
import { runsOfWorkflow } from '../runs/runs-on-head.ts'
import { type BranchArtifact, ofBranch, ofRepository } from './branch-artifacts.ts'
import { runArtifacts } from './of-run.ts'

type Listing = { path: string; branch: string; event?: string }

/** The newest hundred of one workflow file on one branch. None of a file that the server does not know. */
const newestRuns = (context: ConnectedJob, { path, ...query }: Listing) =>
  runsOfWorkflow(context, path, query).catch(error => {
    if (hasStatus(error, 404)) return { total_count: 0, workflow_runs: [] }
    throw error
  })

/** The same, with the newest pushes where others have crowded them out: each comment on an issue may start a run. */
async function listedRuns(context: ConnectedJob, listing: Listing) {
  const newest = await newestRuns(context, listing)
  const isWhole = newest.workflow_runs.length >= newest.total_count
  if (isWhole || newest.workflow_runs.every(({ event }) => baselineEvents.includes(event)))
    return { isWhole, runs: newest.workflow_runs }
  const pushes = await newestRuns(context, { ...listing, event: 'push' })
  return { isWhole, runs: [...newest.workflow_runs, ...pushes.workflow_runs] }
}

/**
 * The runs whose results may be a baseline, nearest commit and newest first; `isWhole`: there are no others. Asked
 * once. Throws the server's refusal. One or two requests for each branch and name of the workflow.
 */
export async function runsBefore(
  context: ConnectedJob,
  { branches, distances }: { branches: string[]; distances: Map<string, number> },
): Promise<{ runs: number[]; isWhole: boolean }> {
  const { workflowPath, formerWorkflows = [], repositoryId } = context
  if (workflowPath === '') return { runs: [], isWhole: false }
  const found: { id: number; distance: number }[] = []
  let isWhole = true
  for (const branch of branches)
    for (const path of [workflowPath, ...formerWorkflows]) {
      const ask = () => listedRuns(context, { path, branch })
      const listed = await askedOnce(context.octokit, ['runs', path, branch], ask)
      isWhole &&= listed.isWhole
      for (const { id, event, head_sha, head_repository: head } of listed.runs) {
        const distance = distances.get(head_sha)
        const isOwn = repositoryId === null || head?.id === repositoryId
        if (distance !== undefined && isOwn && baselineEvents.includes(event)) found.push({ id, distance })
      }
    }
  const nearest = found.sort((a, b) => a.distance - b.distance || b.id - a.id)
  return { runs: [...new Set(nearest.map(({ id }) => id))], isWhole }
}

/** What a run left on the branches, and how many more artifacts it has. Asked for once. Throws the server's refusal. */
export async function artifactsLeftBy(
  context: ConnectedJob,
  { run, branches }: { run: number; branches: string[] },
): Promise<{ left: BranchArtifact[]; unseen: number }> {
  const { artifacts, unseen } = await askedOnce(context.octokit, ['artifacts of', run], () =>
    runArtifacts(context, run),
  )
  const all = artifacts.map(({ artifact }) => artifact)
  return { left: ofBranch(ofRepository(all, context), ...branches), unseen }
}
