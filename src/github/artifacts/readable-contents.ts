// GitHub answers 404 for what is not there, and for anything to a token that may not read a private repository: whoever
// takes a 404 for "there is none" has to know which of the two it is.
import type { Octokit } from '../api/base-commits.ts'
import type { JobContext } from '../api/context.ts'
import { explainRefusal } from '../api/explain-refusal.ts'

/** Throws an Error that names the permission where the token cannot read `commit`, or any. One request. */
export async function assertReadable(
  octokit: Octokit,
  { owner, repo }: JobContext,
  commit?: string,
): Promise<void> {
  const at = commit === undefined ? {} : { sha: commit }
  try {
    await octokit.rest.repos.listCommits({ owner, repo, ...at, per_page: 1 })
  } catch (error) {
    throw new Error(explainRefusal(error, 'contents: read'))
  }
}
