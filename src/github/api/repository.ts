// What the server knows of the repository's commits and files: a checkout is shallow, and may have neither. GitHub answers
// 404 for what is not there, and for anything to a token that may not read a private repository: a 404 means "there is
// none" only where the token can read the repository.
import { shortSha } from '../../phrases.ts'
import type { Octokit } from './connect.ts'
import type { JobContext } from './context.ts'
import { explainRefusal } from './explain-refusal.ts'

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

type Revisions = { base: string; head: string }

/** `ahead`: how many commits `head` has that `base` has not; none where base descends from it. */
type CommitRange = { ahead: number; mergeBase: { sha: string; date: string | null } | null }

/**
 * The server's comparison of `head` with `base` (commits, branches or tags), without a merge base where it names none. Null
 * where they have no history in common, or one of them is gone: GitHub answers 404 to both. Throws any other answer, and
 * where the token cannot read the repository. One request, or two for a null.
 */
export async function commitRange(
  octokit: Octokit,
  context: JobContext,
  { base, head }: Revisions,
): Promise<CommitRange | null> {
  const { owner, repo } = context
  const request = { owner, repo, basehead: `${base}...${head}`, per_page: 1 }
  try {
    const { data } = await octokit.rest.repos.compareCommitsWithBasehead(request)
    const { merge_base_commit: found } = data
    const mergeBase = found ? { sha: found.sha, date: found.commit.committer?.date ?? null } : null
    return { ahead: data.total_commits, mergeBase }
  } catch (error) {
    if ((error as { status?: number }).status !== 404) throw error
    await assertReadable(octokit, context)
    return null
  }
}

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
    throw new Error(`${path} at ${shortSha(commit)}: ${explainRefusal(refusal, 'contents: read')}`)
  }
}
