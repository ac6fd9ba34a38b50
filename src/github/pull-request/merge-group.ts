// The group of a merge queue that a run has measured. The run names only its branch, which GitHub makes for the group:
// `gh-readonly-queue/main/pr-12-COMMIT`, of the base branch, the last pull request, and the commit below the group.
import type { JobContext } from '../api/context.ts'
import type { EndedRun } from '../runs/ended-run.ts'

const queueBranch = /^gh-readonly-queue\/(.+)\/pr-([1-9]\d{0,14})-([0-9a-f]{40}|[0-9a-f]{64})$/

/** Null where the run is of another repository, or of no such branch. */
export function mergeGroupOfRun(
  { repositoryId }: Pick<JobContext, 'repositoryId'>,
  { headBranch, headSha, headRepositoryId }: EndedRun,
): JobContext['mergeGroup'] {
  const [, baseRef, number, baseSha] = queueBranch.exec(headBranch) ?? []
  if (baseRef === undefined || baseSha === undefined || headRepositoryId !== repositoryId) return null
  return { baseRef, baseSha, headSha, number: Number(number) }
}
