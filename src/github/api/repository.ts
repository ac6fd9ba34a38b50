// Asks the server for commits and files of the repository, since a checkout is shallow and may lack both. GitHub
// answers 404 where something is missing, and also where the token may not read a private repository. So a 404 means
// "there is none" only where the token can read the repository.
import { shortSha } from '../../phrases.ts'
import { askedOnce } from './asked-once.ts'
import type { RequestBudget } from './budget.ts'
import type { Octokit } from './connect.ts'
import type { JobContext } from './context.ts'
import { explainRefusal } from './explain-refusal.ts'

/** The budgets of clients whose token is known to read commits of the repository. Clients of one job share a budget. */
const readable = new WeakSet<RequestBudget>()

/**
 * Throws an Error that names the permission where the token cannot read `commit`; without it, where it cannot read any
 * commit. One request.
 */
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

/** A file that was moved has both names. */
type RangeFile = { filename: string; previous_filename?: string | undefined }

/**
 * `ahead`: how many commits `head` has that `base` has not; none where base descends from it. `files` differ between the
 * merge base and `head`: three hundred at most.
 */
type CommitRange = {
  ahead: number
  mergeBase: { sha: string; date: string | null } | null
  files: RangeFile[]
}

/**
 * The server's comparison of `head` with `base`, which are commits, branches or tags. Its merge base is null where the
 * server names none. The result is null where the two have no common history, or where one is gone: GitHub answers 404
 * in both cases. Throws any other refusal, and where the token cannot read the repository. One request, or two for a
 * null. Asked for once.
 */
export function commitRange(
  octokit: Octokit,
  context: JobContext,
  { base, head }: Revisions,
): Promise<CommitRange | null> {
  return askedOnce(octokit, ['range', base, head], () => readRange(octokit, context, { base, head }))
}

async function readRange(
  octokit: Octokit,
  context: JobContext,
  { base, head }: Revisions,
): Promise<CommitRange | null> {
  const { owner, repo } = context
  const request = { owner, repo, basehead: `${base}...${head}`, per_page: 1 }
  try {
    const { data } = await octokit.rest.repos.compareCommitsWithBasehead(request)
    readable.add(octokit.budget)
    const { merge_base_commit: found } = data
    const mergeBase = found ? { sha: found.sha, date: found.commit.committer?.date ?? null } : null
    return { ahead: data.total_commits, mergeBase, files: data.files ?? [] }
  } catch (error) {
    if ((error as { status?: number }).status !== 404) throw error
    await assertReadable(octokit, context)
    return null
  }
}

/**
 * The text of `path` at `commit`, null where there is none. Asked for once. Throws with the reason when it cannot be
 * read.
 */
export function repositoryFile(
  octokit: Octokit,
  context: JobContext,
  place: { path: string; commit: string },
): Promise<string | null> {
  const ask = () => readFile(octokit, context, place)
  return askedOnce(octokit, ['file', place.path, place.commit], ask)
}

/**
 * The paths of what is in a folder at `commit`; none where there is no such folder. Throws the server's refusal. One
 * request.
 */
export async function repositoryFolder(
  octokit: Octokit,
  { owner, repo }: JobContext,
  { path, commit }: { path: string; commit: string },
): Promise<string[]> {
  try {
    const { data } = await octokit.rest.repos.getContent({ owner, repo, path, ref: commit })
    return Array.isArray(data) ? data.map(each => each.path) : []
  } catch (error) {
    if ((error as { status?: number }).status === 404) return []
    throw error
  }
}

async function readFile(
  octokit: Octokit,
  context: JobContext,
  { path, commit }: { path: string; commit: string },
): Promise<string | null> {
  const { owner, repo } = context
  try {
    const { data } = await octokit.rest.repos.getContent({ owner, repo, path, ref: commit })
    if (Array.isArray(data) || data.type !== 'file' || !('content' in data)) {
      throw new Error('it is not a file')
    }
    readable.add(octokit.budget)
    return Buffer.from(data.content, 'base64').toString('utf8')
  } catch (error) {
    const isMissing = (error as { status?: number }).status === 404
    if (isMissing && readable.has(octokit.budget)) return null
    const refusal = isMissing
      ? await assertReadable(octokit, context, commit).catch((why: Error) => why)
      : error
    if (!refusal) {
      readable.add(octokit.budget)
      return null
    }
    throw new Error(`${path} at ${shortSha(commit)}: ${explainRefusal(refusal, 'contents: read')}`)
  }
}
