// Which artifacts may be a baseline: same repository, the branch in question, the same workflow file, and an event
// that no pull request can cause. The conclusion of the run does not matter: a valid artifact does.
import type { Octokit } from '../api/base-commits.ts'
import { BudgetUsedUp } from '../api/budget.ts'
import { type JobContext, withoutRef } from '../api/context.ts'

export type Listed = Awaited<
  ReturnType<Octokit['rest']['actions']['listArtifactsForRepo']>
>['data']['artifacts'][number]

/** An artifact of the branch, and the run that left it. */
export type BranchArtifact = { artifact: Listed; runId: number; commit: string; createdAt: string }

const baselineEvents = ['push', 'schedule', 'workflow_dispatch', 'release']

/** The artifacts, of these, whose run belongs to this very repository; the newest first. */
export function ofRepository(artifacts: Listed[], { repositoryId }: JobContext): BranchArtifact[] {
  const own = artifacts.flatMap((artifact): BranchArtifact[] => {
    const run = artifact.workflow_run
    // A fork's branch may have any branch's name: only the repository ids tell them apart.
    if (!run?.id || run.repository_id !== run.head_repository_id) return []
    if (repositoryId !== null && run.repository_id !== repositoryId) return []
    return [{ artifact, runId: run.id, commit: run.head_sha ?? '', createdAt: artifact.created_at ?? '' }]
  })
  return own.sort((a, b) => b.createdAt.localeCompare(a.createdAt))
}

/** How many of them the server does not prove the origin of: Gitea does not, nor GitHub for a fork that is gone. */
export const countUnproven = (artifacts: Listed[]): number =>
  artifacts.filter(({ expired, workflow_run: run }) => !expired && !run?.head_repository_id).length

/** Those of them that `branch` left. */
export function ofBranch(artifacts: Listed[], context: JobContext, branch: string): BranchArtifact[] {
  return ofRepository(artifacts, context).filter(each => each.artifact.workflow_run?.head_branch === branch)
}

/** Why a run's results cannot be a baseline, or null. One request. */
export async function objection(
  octokit: Octokit,
  context: JobContext,
  runId: number,
): Promise<string | null> {
  const { owner, repo, workflowPath } = context
  const { data: run } = await octokit.rest.actions.getWorkflowRun({ owner, repo, run_id: runId })
  if (!baselineEvents.includes(run.event)) return `made by the event ${run.event}`
  const path = withoutRef(run.path)
  return workflowPath !== '' && path !== workflowPath ? `made by the workflow ${path}` : null
}

/** The hundred newest artifacts of that exact name. */
export async function artifactsNamed(
  octokit: Octokit,
  { owner, repo }: JobContext,
  name: string,
): Promise<Listed[]> {
  const { data } = await octokit.rest.actions.listArtifactsForRepo({ owner, repo, name, per_page: 100 })
  return data.artifacts
}

type Listing = {
  /** Only artifacts of that very name; undefined lists all. */
  name?: string | undefined
  branch: string
  /** One request a page of a hundred. */
  maxPages: number
  /** Ends the search early. */
  enough: (found: BranchArtifact[]) => boolean
}

/**
 * What `branch` left, the newest first, and all that was `seen` for it: other branches may have left more of that name
 * than a page holds. `partial` when there is more than was looked at. Throws what the server answers, and BudgetUsedUp
 * where not even one page can be had.
 */
export async function artifactsOfBranch(
  octokit: Octokit,
  context: JobContext,
  { name, branch, maxPages, enough }: Listing,
): Promise<{ found: BranchArtifact[]; seen: Listed[]; partial: boolean }> {
  const { owner, repo } = context
  const seen: Listed[] = []
  for (let page = 1; ; page++) {
    const request = { owner, repo, per_page: 100, page, ...(name === undefined ? {} : { name }) }
    const listed = await octokit.rest.actions.listArtifactsForRepo(request).catch(error => {
      if (error instanceof BudgetUsedUp && page > 1) return null
      throw error
    })
    seen.push(...(listed?.data.artifacts ?? []))
    const found = ofBranch(seen, context, branch)
    const partial = listed === null || listed.data.artifacts.length === 100
    if (!partial || listed === null || enough(found) || page === maxPages) return { found, seen, partial }
  }
}
