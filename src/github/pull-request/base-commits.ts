// The commits a pull request may be compared with: its base and that commit's first-parent ancestors.
import { shortSha } from '../../phrases.ts'
import { askedOnce } from '../api/asked-once.ts'
import { most } from '../api/budget.ts'
import type { Octokit } from '../api/connect.ts'
import { type JobContext, type Proposal, proposalOf } from '../api/context.ts'
import { explainRefusal } from '../api/explain-refusal.ts'
import { readPages } from '../api/pages.ts'
import { assertReadable, commitRange } from '../api/repository.ts'

/**
 * The base of the commit that is checked out, whose parents are `parents`. Where it is the pull request's merge commit,
 * the base is its first parent: the pull request is not blamed for commits that the base branch got meanwhile.
 * Otherwise it is the merge-base. Throws the server's refusal, and where it knows no common
 * history.
 */
export async function baseCommit(octokit: Octokit, context: JobContext, parents: string[]): Promise<string> {
  const proposal = proposalOf(context)
  if (!proposal) throw new Error('this event has no pull request or merge queue to compare')
  const [first, second] = parents
  if (first && second === proposal.headSha) return first
  return mergeBase(octokit, context, proposal)
}

/**
 * Where a pull request left its base branch, as the server or the event says; else the tip of that branch. Throws the
 * server's refusal, and where it knows no common history.
 */
export async function mergeBase(
  octokit: Octokit,
  context: JobContext,
  { baseSha, headSha, mergeBase: known }: Pick<Proposal, 'baseSha' | 'headSha' | 'mergeBase'>,
): Promise<string> {
  const range = await commitRange(octokit, context, { base: baseSha, head: headSha })
  // The tip of the branch will not do: the pull request must not be blamed for commits that others merged meanwhile.
  if (range === null) throw new Error(`the server knows no common history of ${baseSha} and ${headSha}`)
  return range.mergeBase?.sha ?? known ?? baseSha
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

/**
 * Distance of each nearby first-parent ancestor from `base` (0 is `base` itself). Reads the newest 300 commits; commits of
 * merged branches use up that limit but are not returned. Asked for once.
 */
export function firstParentDistances(
  octokit: Octokit,
  context: JobContext,
  base: string,
): Promise<Map<string, number>> {
  return askedOnce(octokit, ['first parents', base], () => readFirstParents(octokit, context, base))
}

async function readFirstParents(
  octokit: Octokit,
  { owner, repo }: JobContext,
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

/**
 * Whether the branch `branch` contains `commit`: GitHub answers for the commits of forks as well. Throws the server's
 * refusal.
 */
export async function branchHas(
  octokit: Octokit,
  context: JobContext,
  { commit, branch }: { commit: string; branch: string },
): Promise<boolean> {
  const range = await commitRange(octokit, context, { base: branch, head: commit })
  return range?.ahead === 0
}

/** The commit that `head` was merged into; null where `measured` is not a merge of it, or is not known. One request. */
export async function mergedInto(
  octokit: Octokit,
  { owner, repo }: JobContext,
  { measured, head }: { measured: string; head: string },
): Promise<string | null> {
  if (!/^[0-9a-f]{40,64}$/.test(measured) || measured === head) return null
  try {
    const { data } = await octokit.rest.repos.getCommit({ owner, repo, ref: measured })
    const [into, second] = data.parents
    return into && second?.sha === head ? into.sha : null
  } catch (error) {
    if ([404, 422].includes((error as { status?: number }).status ?? 0)) return null
    throw error
  }
}

/**
 * From `base` to `proposed` only the pull request differs. `foreign` is the commit that it was merged into for measuring,
 * where its base branch does not have that one; else null.
 */
export type MeasuredBase = { base: string; proposed: string; foreign: string | null }

/**
 * The base of the commit `measured`. Where GitHub made it as the merge of the pull request into a commit of the base
 * branch, that commit is the base. Otherwise it is the merge-base. Needs no checkout, and asks only the server. A fork
 * could name a merge of its own, into a commit with a configuration that suits it. Throws the server's refusal.
 */
export async function baseOfMeasured(
  octokit: Octokit,
  context: JobContext,
  { measured, proposal }: { measured: string; proposal: Proposal },
): Promise<MeasuredBase> {
  const into = await mergedInto(octokit, context, { measured, head: proposal.headSha })
  if (into !== null && (await branchHas(octokit, context, { commit: into, branch: proposal.baseRef })))
    return { base: into, proposed: measured, foreign: null }
  return { base: await mergeBase(octokit, context, proposal), proposed: proposal.headSha, foreign: into }
}

/** Whether the server has `commit` in this repository or in a fork of it, all of which share their commits. */
export async function serverHasCommit(
  octokit: Octokit,
  context: JobContext,
  commit: string,
): Promise<boolean> {
  const { owner, repo } = context
  try {
    await octokit.rest.repos.getCommit({ owner, repo, ref: commit })
    return true
  } catch (error) {
    const { status = 0 } = error as { status?: number }
    if (status === 404) await assertReadable(octokit, context)
    if (status === 404 || status === 422) return false
    throw new Error(`whether ${shortSha(commit)} is a fork's: ${explainRefusal(error, 'contents: read')}`)
  }
}
