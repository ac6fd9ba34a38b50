// The commits a pull request may be compared with: its base and that commit's first-parent ancestors.
import { shortSha } from '../../phrases.ts'
import { askedOnce } from '../api/asked-once.ts'
import { most } from '../api/budget.ts'
import { branchRange, type CommitRange, commitRange, noCommonHistory } from '../api/commit-range.ts'
import { type ConnectedJob, hasStatus } from '../api/connect.ts'
import { type Proposal, type PullRequest, proposalOf } from '../api/context.ts'
import { explainRefusal } from '../api/explain-refusal.ts'
import { readPages } from '../api/pages.ts'
import { assertReadable } from '../api/repository.ts'

/**
 * The base of the checked-out commit: the first parent of the pull request's merge, so that it is not blamed for what
 * the branch got meanwhile; else the merge-base. Throws the server's refusal, and without common history.
 */
export async function baseCommit(context: ConnectedJob, parents: string[]): Promise<string> {
  const proposal = proposalOf(context)
  if (!proposal) throw new Error('this event has no pull request or merge queue to compare')
  const [first, second] = parents
  if (first && second === proposal.headSha) return first
  return mergeBase(context, proposal)
}

type Sides = Pick<Proposal, 'baseSha' | 'headSha' | 'mergeBase'>

/** Where a pull request left its branch, else the branch's tip. Throws the refusal, and where no history is common. */
export const mergeBase = async (context: ConnectedJob, sides: Sides): Promise<string> =>
  (await sinceMergeBase(context, sides)).base

/** The same, with the paths that the pull request changes since then; null where not all are known. */
export async function sinceMergeBase(
  context: ConnectedJob,
  { baseSha, headSha, mergeBase: known }: Sides,
): Promise<{ base: string } & Pick<CommitRange, 'changed'>> {
  const range = await commitRange(context, { base: baseSha, head: headSha })
  // The tip of the branch will not do: the pull request must not be blamed for commits that others merged meanwhile.
  if (range === null) throw noCommonHistory(baseSha, headSha)
  return { base: range.mergeBase?.sha ?? known ?? baseSha, changed: range.changed }
}

const mostAncestors = 100

type ListedCommit = { sha: string; parents: { sha: string }[] }

/** The way back from `base` along first parents through `commits`; `next` is the first one that is not among them. */
function walkBack(base: string, commits: ListedCommit[]) {
  const parents = new Map(commits.map(({ sha, parents: [first] }) => [sha, first?.sha]))
  const distances = new Map([[base, 0]])
  let next: string | undefined = base
  while (next !== undefined && parents.has(next)) {
    distances.set(next, distances.get(next) ?? distances.size)
    next = parents.get(next)
  }
  return { distances, next }
}

/** Distance of each nearby first-parent ancestor from `base`, itself 0, among the newest 300 commits. Asked for once. */
export function firstParentDistances(context: ConnectedJob, base: string): Promise<Map<string, number>> {
  return askedOnce(context.octokit, ['first parents', base], () => readFirstParents(context, base))
}

async function readFirstParents(
  { octokit, owner, repo }: ConnectedJob,
  base: string,
): Promise<Map<string, number>> {
  const request = { owner, repo, sha: base, per_page: 100 }
  const { items } = await readPages(octokit, {
    mostPages: most.commitPages,
    read: async page => ({ items: (await octokit.rest.repos.listCommits({ ...request, page })).data }),
    isEnough: commits => {
      const { distances, next } = walkBack(base, commits)
      return next === undefined || distances.size >= mostAncestors
    },
  })
  return walkBack(base, items).distances
}

/** Whether `branch` contains `commit`: GitHub also knows commits of forks. Throws the server's refusal. */
export async function branchHas(
  context: ConnectedJob,
  { commit, branch }: { commit: string; branch: string },
): Promise<boolean> {
  const range = await branchRange(context, { branch, head: commit })
  return range?.ahead === 0
}

/** Whether the server has `commit` in this repository or in a fork of it, all of which share their commits. */
export async function serverHasCommit(context: ConnectedJob, commit: string): Promise<boolean> {
  const { octokit, owner, repo } = context
  try {
    await octokit.rest.repos.getCommit({ owner, repo, ref: commit })
    return true
  } catch (error) {
    if (hasStatus(error, 404)) await assertReadable(context)
    if (hasStatus(error, 404, 422)) return false
    throw new Error(`whether ${shortSha(commit)} is a fork's: ${explainRefusal(error, 'contents: read')}`)
  }
}

/**
 * `pull` with the base branch that it has now. The event of a job may be old: a run that is repeated has that of its first
 * attempt, and anybody who may edit the pull request can change its base at any time. Throws the server's refusal.
 */
export async function withPresentBase(
  { octokit, owner, repo }: ConnectedJob,
  pull: PullRequest,
): Promise<PullRequest> {
  const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: pull.number })
  return { ...pull, baseRef: data.base.ref, baseSha: data.base.sha, mergeSha: data.merge_commit_sha }
}
