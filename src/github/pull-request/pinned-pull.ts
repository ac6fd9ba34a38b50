// Pins the pull request that somebody asked for to the commit that it had then. Until the job runs, anybody who may
// push to the fork can replace the code that a maintainer has looked at.
import { shortSha } from '../../phrases.ts'
import { most } from '../api/budget.ts'
import type { ConnectedJob, Octokit } from '../api/connect.ts'
import type { PullRequest } from '../api/context.ts'
import { needing } from '../api/explain-refusal.ts'
import { readPages } from '../api/pages.ts'
import { headSince } from './head-since.ts'
import type { PullAnswer } from './labels.ts'

/** `since` is when it was asked for, an ISO date; `head` begins the commit that was named, where one was. */
type PullRequested = { number: number; since: string; head: string | null }

const hint = ({ head }: PullAnswer) => `(to be certain, name the commit: /bench ${head.sha})`

/** The reason why the head may have been pushed after `asked`, milliseconds; null where it was pushed before. */
async function whyPushed(context: ConnectedJob, pull: PullAnswer, asked: number): Promise<string | null> {
  const since = await headSince(context, pull)
  if (typeof since === 'number')
    return since < asked ? null : `#${pull.number} was pushed to after this was asked for ${hint(pull)}`
  // Without the time, a branch of this repository is trusted: who may push to it may also ask for measurements.
  const isOwn = pull.head.repo?.id === pull.base.repo.id
  return isOwn && !context.octokit.host.datesPushes ? null : `${since} ${hint(pull)}`
}

type Run = Awaited<
  ReturnType<Octokit['rest']['actions']['listWorkflowRunsForRepo']>
>['data']['workflow_runs'][number]

/** Both have the branch and the commit of a pull request's head. */
const ofHead = ['pull_request', 'push']

/**
 * The reason why who asked most likely saw another head: the newest run before that was of another commit, and a page in the browser
 * is a little behind. Null where no run says so.
 */
async function whyUnseen(
  { octokit, owner, repo }: ConnectedJob,
  pull: PullAnswer,
  asked: number,
): Promise<string | null> {
  const { head, base, number } = pull
  // Other branches may have the name of a fork's: this repository's own above all, of which no push is a fork's.
  const event = head.repo?.id === base.repo.id ? {} : { event: 'pull_request' }
  const request = { owner, repo, branch: head.ref, ...event, per_page: 100 }
  const isSeen = (run: Run) =>
    ofHead.includes(run.event) &&
    run.head_repository?.id === head.repo?.id &&
    Date.parse(run.created_at) < asked
  const reading = readPages(octokit, {
    mostPages: most.runPages,
    read: async page => {
      const { data } = await octokit.rest.actions.listWorkflowRunsForRepo({ ...request, page })
      return { items: data.workflow_runs, total: data.total_count }
    },
    isEnough: runs => runs.some(isSeen),
  })
  const { items, isWhole } = await needing('actions: read', reading)
  const [newest] = items.filter(isSeen).sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
  if (newest === undefined && !isWhole)
    return `which commit of #${number} was there is not known: too many runs have its branch's name ${hint(pull)}`
  if (!newest || newest.head_sha === head.sha) return null
  return `the newest run of #${number} when this was asked for was of ${shortSha(newest.head_sha)}, and its head is ${shortSha(head.sha)} now ${hint(pull)}`
}

/** The reason why the head may not be the one that was asked for; null where it is. Dates of commits can be made up. */
async function whyUnpinned(
  context: ConnectedJob,
  pull: PullAnswer,
  { since, head: wanted }: PullRequested,
): Promise<string | null> {
  const { number, head } = pull
  if (wanted === head.sha) return null
  if (wanted !== null && !head.sha.startsWith(wanted))
    return `#${number} has the head ${shortSha(head.sha)}, not ${shortSha(wanted)}`
  // Whoever makes two commits can make them begin alike, so the beginning of one is no proof.
  const asked = Date.parse(since)
  return (await whyPushed(context, pull, asked)) ?? whyUnseen(context, pull, asked)
}

/** GitHub's merge of `head`, where it has made one: its second parent is the merged commit. */
async function mergeOf(
  { octokit, owner, repo }: ConnectedJob,
  { merge_commit_sha: merge, head }: PullAnswer,
): Promise<string | null> {
  if (!merge) return null
  const commit = await octokit.rest.repos.getCommit({ owner, repo, ref: merge }).catch(() => null)
  return commit?.data.parents[1]?.sha === head.sha ? merge : null
}

/**
 * The pull request at the head that was asked for, or why it is not known. `commit` is what to check out: GitHub's merge of the
 * head into the base where there is one, else the head. Throws the server's refusal.
 */
export async function pinnedPull(
  context: ConnectedJob,
  request: PullRequested,
): Promise<{ pull: PullRequest; commit: string } | string> {
  const { octokit, owner, repo } = context
  const { number } = request
  const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number })
  if (data.state !== 'open') return `#${number} is closed`
  const reason = await whyUnpinned(context, data, request)
  if (reason !== null) return reason
  const commit = (await mergeOf(context, data)) ?? data.head.sha
  return { pull: pullOf(data), commit }
}

type DescribedPull = Pick<PullAnswer, 'number' | 'merge_commit_sha'> & {
  base: { ref: string; sha: string; repo: { id: number } }
  head: { sha: string; repo: { id: number } | null }
}

/** The pull request as the server describes it. One whose fork is gone counts as a fork's. */
export const pullOf = ({ number, head, base, merge_commit_sha: mergeSha }: DescribedPull): PullRequest => ({
  number,
  baseRef: base.ref,
  baseSha: base.sha,
  headSha: head.sha,
  mergeSha,
  fromFork: head.repo?.id !== base.repo.id,
})
