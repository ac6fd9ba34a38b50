// What the server knows of two commits: a checkout is shallow, and may have neither.

import { assertReadable } from '../artifacts/readable-contents.ts'
import type { Octokit } from './base-commits.ts'
import type { JobContext } from './context.ts'

type Revisions = { base: string; head: string }

/**
 * GitHub's comparison of `head` with `base` (commits, branches or tags): `status` is `ahead` or `identical` where head
 * descends from base. Null where they have no history in common, or one of them is gone: GitHub answers 404 to both.
 * Throws any other answer, and where the token cannot read the repository. One request, or two for a null.
 */
export async function commitRange(octokit: Octokit, context: JobContext, { base, head }: Revisions) {
  const { owner, repo } = context
  const request = { owner, repo, basehead: `${base}...${head}`, per_page: 1 }
  try {
    return (await octokit.rest.repos.compareCommitsWithBasehead(request)).data
  } catch (error) {
    if ((error as { status?: number }).status !== 404) throw error
    await assertReadable(octokit, context)
    return null
  }
}
