// The pull request that brought a commit.
import type { ConnectedJob } from '../api/connect.ts'

/**
 * The number of the pull request that was merged with `commit`, or that has it; null for a commit of none. Throws the server's
 * refusal.
 */
export async function pullOfCommit(
  { octokit: { rest }, owner, repo }: ConnectedJob,
  commit: string,
): Promise<number | null> {
  const { data } = await rest.repos.listPullRequestsAssociatedWithCommit({ owner, repo, commit_sha: commit })
  const merged = data.find(({ merged_at }) => merged_at !== null)
  return (merged ?? data[0])?.number ?? null
}
