// Finds the pull request of a run with code of another repository. GitHub does not name it for forks, and files that
// the run left prove nothing. So it follows from the head repository, branch and commit of the event.
import { shortSha } from '../../phrases.ts'
import type { ConnectedJob } from '../api/connect.ts'
import type { JobContext, PullRequest } from '../api/context.ts'
import type { EndedRun } from '../runs/ended-run.ts'
import { pullOf } from './pinned-pull.ts'

/** An open pull request with the head of a run, and its labels. */
export type PullOfHead = { pull: PullRequest; labels: string[] }

/** The pull request whose head the run measured, or why there is none; `several` are those of which it may be any. */
type Derived = PullOfHead | { pull: null; reason: string; several: PullOfHead[] }

/** The one open pull request whose head is exactly the run's. Throws the server's refusal. */
export async function pullRequestOfRun(
  { octokit, owner, repo }: ConnectedJob,
  run: EndedRun,
): Promise<Derived> {
  const head = `${run.headOwner}:${run.headBranch}`
  const request = { owner, repo, state: 'open', head, per_page: 100 } as const
  const { data: pulls } = await octokit.rest.pulls.list(request)
  // The id, for a fork may have been deleted and another one made under its name; null never matches.
  const ofHead = pulls.filter(
    pull => run.headRepositoryId !== null && pull.head.repo?.id === run.headRepositoryId,
  )
  const found = ofHead
    .filter(each => each.head.sha === run.headSha)
    .map((each): PullOfHead => ({ pull: pullOf(each), labels: each.labels.map(({ name }) => name) }))
  const [pull, ...others] = found
  if (others.length > 0) {
    const numbers = found.map(each => `#${each.pull.number}`).join(' and ')
    const reason = `${numbers} have the same head, and which of them was measured is not known`
    return { pull: null, reason, several: found }
  }
  if (pull !== undefined) return pull
  const [moved] = ofHead
  const what = moved ? `#${moved.number} has a newer head than` : 'no open pull request has the head'
  return { pull: null, reason: `${what} ${shortSha(run.headSha)}, which was measured`, several: [] }
}

/** The reason why a report on `pull` must not be posted any more, or null. It is checked just before the post. */
export async function whyStale(
  { octokit, owner, repo }: ConnectedJob,
  pull: PullRequest,
): Promise<string | null> {
  const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: pull.number })
  if (data.state !== 'open') return `#${pull.number} was closed meanwhile`
  if (data.head.sha !== pull.headSha) return `#${pull.number} has a newer head than ${shortSha(pull.headSha)}`
  if (data.base.ref !== pull.baseRef) return `#${pull.number} goes into ${data.base.ref} now`
  return null
}

/** The branch that GitHub makes for a group: of the base branch, the last pull request, and the commit below the group. */
const queueBranch = /^gh-readonly-queue\/(.+)\/pr-([1-9]\d{0,14})-([0-9a-f]{40}|[0-9a-f]{64})$/

/** The group of a merge queue that a run has measured; null where the run is of another repository, or of no such branch. */
export function mergeGroupOfRun(
  { repositoryId }: Pick<JobContext, 'repositoryId'>,
  { headBranch, headSha, headRepositoryId }: EndedRun,
): JobContext['mergeGroup'] {
  const [, baseRef, number, baseSha] = queueBranch.exec(headBranch) ?? []
  if (baseRef === undefined || baseSha === undefined || headRepositoryId !== repositoryId) return null
  return { baseRef, baseSha, headSha, number: Number(number) }
}
