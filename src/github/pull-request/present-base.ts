// The base branch that a pull request has now. The event of a job may be old: a run that is repeated has that of its first
// attempt, and anybody who may edit the pull request can change its base at any time.
import type { ConnectedJob } from '../api/connect.ts'
import type { PullRequest } from '../api/context.ts'

/** `pull` with the base branch that it has now. Throws the server's refusal. */
export async function withPresentBase(
  { octokit, owner, repo }: ConnectedJob,
  pull: PullRequest,
): Promise<PullRequest> {
  const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: pull.number })
  return { ...pull, baseRef: data.base.ref, baseSha: data.base.sha, mergeSha: data.merge_commit_sha }
}
