// Pins the pull request that somebody asked for to the commit that it had then. Until the job runs, anybody who may
// push to the fork can replace the code that a maintainer has looked at.
import type { Octokit } from '../api/connect.ts'
import type { JobContext, PullRequest } from '../api/context.ts'
import type { PullAnswer } from './labels.ts'

/** `commit` is what to check out: GitHub's merge of the head into the base where there is one, else the head. */
type PinnedPull = { pull: PullRequest; commit: string; reason: null } | { pull: null; reason: string }

/** `since` is when it was asked for, an ISO date; `head` the head that the event names, where it does. */
type PullRequested = { number: number; since: string; head: string | null }

/**
 * The reason why the head may have changed since the request; null where it has not. The time of a fork's last push
 * counts, since dates of commits can be made up. A branch of this repository is trusted: people who may push to it may
 * also ask for measurements.
 */
function whyUnpinned({ head, base }: PullAnswer, { number, since, head: named }: PullRequested) {
  if (named !== null) return head.sha === named ? null : `#${number} was pushed to meanwhile`
  if (head.repo?.id === base.repo.id) return null
  const pushed = Date.parse(head.repo?.pushed_at ?? '')
  if (!Number.isFinite(pushed)) return `it is not known when the fork of #${number} was last pushed to`
  return pushed < Date.parse(since) ? null : `the fork of #${number} was pushed to after this was asked for`
}

/** GitHub's merge of `head`, where it has made one: its second parent is the merged commit. */
async function mergeOf(
  octokit: Octokit,
  { owner, repo }: JobContext,
  { merge_commit_sha: merge, head }: PullAnswer,
): Promise<string | null> {
  if (!merge) return null
  const commit = await octokit.rest.repos.getCommit({ owner, repo, ref: merge }).catch(() => null)
  return commit?.data.parents[1]?.sha === head.sha ? merge : null
}

/**
 * The pull request at the head that it had when it was asked for, or why it is not known. Throws the server's refusal.
 */
export async function pinnedPull(
  octokit: Octokit,
  context: JobContext,
  request: PullRequested,
): Promise<PinnedPull> {
  const { owner, repo } = context
  const { number } = request
  const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number })
  if (data.state !== 'open') return { pull: null, reason: `#${number} is closed` }
  const reason = whyUnpinned(data, request)
  if (reason !== null) return { pull: null, reason }
  const commit = (await mergeOf(octokit, context, data)) ?? data.head.sha
  return { pull: pullOf(data), commit, reason: null }
}

/** The pull request as the server describes it. One whose fork is gone counts as a fork's. */
export const pullOf = ({ number, head, base }: PullAnswer): PullRequest => ({
  number,
  baseRef: base.ref,
  baseSha: base.sha,
  headSha: head.sha,
  fromFork: head.repo?.id !== base.repo.id,
})
