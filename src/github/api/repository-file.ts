// A file of the repository as it stood at a commit, which a shallow checkout need not have.

import { assertReadable } from '../artifacts/readable-contents.ts'
import type { Octokit } from './base-commits.ts'
import type { JobContext } from './context.ts'
import { explainRefusal } from './explain-refusal.ts'

/** The text of `path` at `commit`, null where there is none. Throws with the reason when it cannot be read. */
export async function repositoryFile(
  octokit: Octokit,
  context: JobContext,
  { path, commit }: { path: string; commit: string },
): Promise<string | null> {
  const { owner, repo } = context
  try {
    const { data } = await octokit.rest.repos.getContent({ owner, repo, path, ref: commit })
    if (Array.isArray(data) || data.type !== 'file' || !('content' in data)) {
      throw new Error('it is no file')
    }
    return Buffer.from(data.content, 'base64').toString('utf8')
  } catch (error) {
    const isMissing = (error as { status?: number }).status === 404
    const refusal = isMissing
      ? await assertReadable(octokit, context, commit).catch((why: Error) => why)
      : error
    if (!refusal) return null
    throw new Error(`${path} at ${commit.slice(0, 10)}: ${explainRefusal(refusal, 'contents: read')}`)
  }
}
