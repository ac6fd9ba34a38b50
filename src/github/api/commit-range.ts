// The server's comparison of two commits: how they descend from each other, and what differs.
import { askedOnce } from './asked-once.ts'
import { type ConnectedJob, hasStatus, type Octokit } from './connect.ts'
import { assertReadable, noteReadable } from './repository.ts'

/** `listed`: of how many commits the parents may be needed, the oldest first; of one when not given. */
type Revisions = { base: string; head: string; listed?: number }

export type CommitRange = {
  /** How many commits `head` has that `base` has not; none where base descends from it. */
  ahead: number
  mergeBase: { sha: string; date: string | null } | null
  /** The parents of `head`; null where it is not among the listed commits. */
  parents: string[] | null
  /** The paths that differ between merge base and `head`, by all their names; null where not all are known. */
  changed: string[] | null
}

type Comparison = Awaited<ReturnType<Octokit['rest']['repos']['compareCommitsWithBasehead']>>['data']

/** A longer list of files may be cut: https://docs.github.com/rest/commits/commits#compare-two-commits */
const mostFiles = 300

type ListedFile = { filename: string; previous_filename?: string | undefined }

/** The names of changed files. One that was moved has changed under both. */
export const changedNames = (files: ListedFile[]): string[] =>
  files.flatMap(({ filename, previous_filename: before }) => (before ? [filename, before] : [filename]))

function rangeIn(data: Comparison, head: string): CommitRange {
  const { merge_base_commit: found, commits, files } = data
  // Without a merge base nobody knows what the files were compared with.
  const changed = found && files && files.length < mostFiles ? changedNames(files) : null
  return {
    ahead: data.total_commits,
    mergeBase: found ? { sha: found.sha, date: found.commit.committer?.date ?? null } : null,
    parents: commits?.find(({ sha }) => sha === head)?.parents.map(({ sha }) => sha) ?? null,
    changed,
  }
}

async function askedRange({ octokit, owner, repo }: ConnectedJob, { base, head, listed }: Revisions) {
  const request = { owner, repo, basehead: `${base}...${head}`, per_page: listed ?? 1 }
  const { data } = await octokit.rest.repos.compareCommitsWithBasehead(request)
  noteReadable(octokit)
  return rangeIn(data, head)
}

/** Whether this is the whole name of a commit. */
export const isCommit = (revision: unknown): revision is string =>
  typeof revision === 'string' && /^[0-9a-f]{40,64}$/.test(revision)

/** The same with a branch, by its full name first, as a tag may have the short one; by that where none is known. */
export const branchRange = async (
  context: ConnectedJob,
  { branch, ...revisions }: { branch: string } & Omit<Revisions, 'base'>,
): Promise<CommitRange | null> =>
  (await commitRange(context, { ...revisions, base: `refs/heads/${branch}` })) ??
  (await commitRange(context, { ...revisions, base: branch }))

/**
 * How `head` descends from `base`, which are commits, branches or tags. Null where they have no common history or one
 * is gone: GitHub answers 404 in both cases. Throws other refusals, and where the token cannot read the repository.
 * One request, two for a null, none for two commits that were compared before.
 */
export async function commitRange(context: ConnectedJob, revisions: Revisions): Promise<CommitRange | null> {
  const { base, head, listed = 1 } = revisions
  const ask = () => askedRange(context, revisions)
  try {
    // A branch goes on while the job runs; how two commits relate never changes.
    return await (isCommit(base) && isCommit(head)
      ? askedOnce(context.octokit, ['range', base, head, listed], ask)
      : ask())
  } catch (error) {
    if (!hasStatus(error, 404)) throw error
    await assertReadable(context)
    return null
  }
}

export const noCommonHistory = (base: string, head: string): Error =>
  new Error(`the server knows no common history of ${base} and ${head}`)
