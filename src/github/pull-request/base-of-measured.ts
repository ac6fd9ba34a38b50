// The base of a commit that other jobs say they measured. Needs no checkout, and asks only the server.
import { branchRange, type CommitRange, isCommit } from '../api/commit-range.ts'
import { type ConnectedJob, hasStatus } from '../api/connect.ts'
import type { Proposal } from '../api/context.ts'
import { branchHas, sinceMergeBase } from './base-commits.ts'

type Measured = { measured: string; head: string }

const mergedParent = ([into, second]: string[], head: string) => (into && second === head ? into : null)

/** The commit that `head` was merged into; null where `measured` is not a merge of it, or is not known. One request. */
export async function mergedInto(
  { octokit, owner, repo }: ConnectedJob,
  { measured, head }: Measured,
): Promise<string | null> {
  if (!isCommit(measured) || measured === head) return null
  try {
    const { data } = await octokit.rest.repos.getCommit({ owner, repo, ref: measured })
    const parents = data.parents.map(({ sha }) => sha)
    return mergedParent(parents, head)
  } catch (error) {
    if (hasStatus(error, 404, 422)) return null
    throw error
  }
}

/** A page of commits: the merge is the last one that its base branch has not. */
const mostListed = 100

/** The server may be unable to compare what is large. */
const isTooMuch = ({ status = 0 }: { status?: number }) => status === 422 || status >= 500

/** The merge `measured` of a head into `branch` or another one; null where it is none. One request mostly. */
async function mergeIn(
  context: ConnectedJob,
  { measured, head, branch }: Measured & { branch: string },
): Promise<({ into: string; isOfBranch: boolean } & Pick<CommitRange, 'changed'>) | null> {
  if (!isCommit(measured) || measured === head) return null
  const asked = branchRange(context, { branch, head: measured, listed: mostListed })
  const range = await asked.catch(error => {
    if (!isTooMuch(error)) throw error
    return null
  })
  const parents = range?.parents ?? null
  const into = parents ? mergedParent(parents, head) : await mergedInto(context, { measured, head })
  if (into === null) return null
  // A merge base is a commit of the branch.
  if (range?.mergeBase?.sha === into) return { into, isOfBranch: true, changed: range.changed }
  const isOfBranch = await branchHas(context, { commit: into, branch })
  return { into, isOfBranch, changed: null }
}

/**
 * From `base` to `proposed` only the pull request differs. `foreign` is the commit that it was merged into for measuring,
 * where its base branch does not have that one; else null. `changed` are the paths that differ; null where not all are known.
 */
export type MeasuredBase = { base: string; proposed: string; foreign: string | null } & Pick<
  CommitRange,
  'changed'
>

/**
 * The base of the commit `measured`. Where GitHub made it as the merge of the pull request into a commit of the base
 * branch, that commit is the base. Otherwise it is the merge-base. A fork could name a merge of its own, into a commit with a
 * configuration that suits it, or with other files than its head has. Throws the server's refusal.
 */
export async function baseOfMeasured(
  context: ConnectedJob,
  { measured, proposal }: { measured: string; proposal: Proposal },
): Promise<MeasuredBase> {
  const { headSha: head, baseRef: branch, mergeSha } = proposal
  const merge = await mergeIn(context, { measured, head, branch })
  if (merge?.isOfBranch) {
    // Only a merge of the server's making shows what the head changes.
    const changed = measured === mergeSha ? merge.changed : null
    return { base: merge.into, proposed: measured, foreign: null, changed }
  }
  const since = await sinceMergeBase(context, proposal)
  return { ...since, proposed: head, foreign: merge?.into ?? null }
}
