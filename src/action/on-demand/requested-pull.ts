// The pull request that somebody asked for: who measures reads it from an input, who publishes asks GitHub about the run.
import { branchRange } from '../../github/api/commit-range.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { PullRequest } from '../../github/api/context.ts'
import { needing } from '../../github/api/explain-refusal.ts'
import { pullOf } from '../../github/pull-request/pinned-pull.ts'
import { hasWriteAccess } from '../../github/pull-request/write-access.ts'
import type { EndedRun } from '../../github/runs/ended-run.ts'
import { jobsOfRun } from '../../github/runs/run-jobs.ts'
import { runsOfWorkflow } from '../../github/runs/runs-on-head.ts'
import type { Values } from '../../inputs/values.ts'
import { InputError } from '../../model/index.ts'
import { listText, shortSha } from '../../phrases.ts'

/** The events that run the default branch's workflow, and not that of a commit of a pull request. */
export const requestEvents = ['issue_comment', 'workflow_dispatch', 'pull_request_target']

/**
 * A pull request at one commit, as one job hands it to the next: `12@COMMIT`. It also ends the name of the job that
 * measures it, which GitHub makes before that job starts: no code that runs in it can change it.
 */
type PinnedHead = Pick<PullRequest, 'number' | 'headSha'>

export const pinnedText = ({ number, headSha }: PinnedHead): string => `${number}@${headSha}`

const pattern = '([1-9][0-9]{0,9})@([0-9a-f]{40}|[0-9a-f]{64})'
const whole = RegExp(`^${pattern}$`)
const lastWord = RegExp(`(?:^|\\s)${pattern}$`)

function pinnedIn(found: RegExpExecArray | null): PinnedHead | null {
  const [, number, headSha] = found ?? []
  return number === undefined || headSha === undefined ? null : { number: Number(number), headSha }
}

/** Null for any other text. */
export const readPinned = (text: string): PinnedHead | null => pinnedIn(whole.exec(text))

/** The pull request that names of jobs end with; null where none does, or where they differ. */
export function pinnedInNames(names: string[]): PinnedHead | null {
  const [first, ...others] = names.flatMap(name => pinnedIn(lastWord.exec(name)) ?? [])
  const differs = others.some(other => pinnedText(other) !== pinnedText(first as PinnedHead))
  return first === undefined || differs ? null : first
}

/** The pull request, or why it is no longer the one that was asked for. */
async function pullAt(
  { octokit, owner, repo }: ConnectedJob,
  { number, headSha }: PinnedHead,
): Promise<PullRequest | string> {
  const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number })
  if (data.state !== 'open') return `#${number} is closed`
  const has = `#${number} has a newer head than ${shortSha(headSha)}, which was asked for`
  return data.head.sha === headSha ? pullOf(data) : has
}

/** The context with the pull request of the input. Throws an InputError for a wrong event or text, or a newer head. */
export async function withRequestedPull(
  values: Pick<Values, 'mode' | 'pull-request'>,
  context: ConnectedJob,
): Promise<ConnectedJob> {
  const given = values['pull-request']
  if (given === '' || values.mode === 'request') return context
  const pinned = readPinned(given)
  if (pinned === null) {
    throw new InputError(
      `input 'pull-request' has to be what a job with mode: request gives, such as 12@COMMIT, got '${given.slice(0, 100)}'`,
    )
  }
  if (!requestEvents.includes(context.event)) {
    throw new InputError(
      `input 'pull-request' works only with the events ${listText(requestEvents)}; leave it empty for the event ${context.event}`,
    )
  }
  const pullRequest = await needing('pull-requests: read', pullAt(context, pinned))
  if (typeof pullRequest === 'string') throw new InputError(`${pullRequest}; ask again`)
  return { ...context, pullRequest, requested: true }
}

async function pinnedInRun(
  context: ConnectedJob,
  runId: number,
  attempt: number,
): Promise<PinnedHead | null> {
  const jobs = await needing('actions: read', jobsOfRun({ ...context, runId })(attempt))
  return pinnedInNames(jobs.map(({ name }) => name))
}

/** So many later requests are looked at, of all pull requests: each costs a request to the server. */
const mostLater = 5

/**
 * The newest run that measures on demand, instead of the cancelled `run`, the same commit of the same pull request; null where none
 * does. All such runs have the head of the default branch. Throws the server's refusal.
 */
export async function requestInstead(context: ConnectedJob, run: EndedRun): Promise<number | null> {
  const own = await pinnedInRun(context, run.id, run.attempt)
  if (own === null) return null
  const listed = runsOfWorkflow(context, run.workflowPath, { event: run.event })
  const { workflow_runs: all } = await needing('actions: read', listed)
  const later = all
    .filter(({ id, conclusion }) => id > run.id && !['skipped', 'cancelled'].includes(conclusion ?? ''))
    .sort((a, b) => b.id - a.id)
  for (const { id, run_attempt: attempt = 1 } of later.slice(0, mostLater)) {
    const other = await pinnedInRun(context, id, attempt)
    if (other !== null && pinnedText(other) === pinnedText(own)) return id
  }
  return null
}

/** Why the workflow of a run that somebody started is not the default branch's; null where it is. Throws the server's refusal. */
async function whyForeign(context: ConnectedJob, run: EndedRun): Promise<string | null> {
  const { defaultBranch: branch } = context
  if (branch === null || run.headBranch !== branch)
    return `run ${run.id} has the workflow of the branch ${run.headBranch}`
  // A tag may have the name of the branch, and the server shows it as one.
  const range = await needing('contents: read', branchRange(context, { branch, head: run.headSha }))
  return range?.ahead === 0
    ? null
    : `run ${run.id} has the workflow of ${shortSha(run.headSha)}, which is not on ${branch}`
}

/**
 * The pull request that `run` measured on demand, or why none is known. The files that the run left are not read: its
 * code may have written them. Throws an Error that explains a refusal of the server.
 */
export async function pullOfRequest(context: ConnectedJob, run: EndedRun): Promise<PullRequest | string> {
  const foreign = run.event === 'workflow_dispatch' ? await whyForeign(context, run) : null
  if (foreign !== null) return foreign
  const pinned = await pinnedInRun(context, run.id, run.attempt)
  if (pinned === null) return `no job of run ${run.id} measured a pull request on demand`
  if (!(await hasWriteAccess(context, run.actor)))
    return `${run.actor || 'nobody'}, who started run ${run.id}, has no write access`
  return needing('pull-requests: write', pullAt(context, pinned))
}
