// Finds the run and the pull request, or the group of a merge queue, that a publish job reports on, and the policy that
// judges it. Only the event and the base commit decide: files that the run left prove nothing. Checks nothing out.
import type { ConnectedJob } from '../../../github/api/connect.ts'
import type { JobContext, Proposal, PullRequest } from '../../../github/api/context.ts'
import { needing } from '../../../github/api/explain-refusal.ts'
import { repositoryFile } from '../../../github/api/repository.ts'
import { checksOnHead } from '../../../github/posts/check-run.ts'
import { sinceMergeBase, withPresentBase } from '../../../github/pull-request/base-commits.ts'
import { baseOfMeasured, type MeasuredBase } from '../../../github/pull-request/base-of-measured.ts'
import { mergeGroupOfRun, type PullOfHead, pullRequestOfRun } from '../../../github/pull-request/of-run.ts'
import { type EndedRun, endedRunOf } from '../../../github/runs/ended-run.ts'
import { jobsOfRun } from '../../../github/runs/run-jobs.ts'
import { runInstead } from '../../../github/runs/runs-on-head.ts'
import type { Values } from '../../../inputs/values.ts'
import { checkName, newestOfPull } from '../../attempts/posted-records.ts'
import { isJudgedAgain } from '../../events.ts'
import { configPath } from '../../measure/checkout-config.ts'
import { pullOfRequest, requestEvents, requestInstead } from '../../on-demand/requested-pull.ts'
import { basePolicy } from '../../pull-request/base-policy.ts'
import { workflowNotes } from '../../pull-request/base-workflow.ts'
import { type Judged, whatJudgesAt } from '../../pull-request/what-judges.ts'
import type { Fork } from '../legs/leg.ts'
import { commitOfFiles } from './commit-of-files.ts'
import { measuredPull } from './measured-base.ts'

export type Source = {
  /** As the job that measured would see it: its run, its workflow, its pull request or its group in a merge queue. */
  context: ConnectedJob
  proposal: Proposal
  fork: Fork | null
  /** How that run ended, where it has: this job is part of another one, and no check of the pull request. */
  ended: Pick<EndedRun, 'conclusion'> | null
  /** The workflow and the run of this job, where that run is another one. */
  publisher?: Pick<JobContext, 'workflowPath' | 'workflowSha' | 'runUrl'>
  /** Whether all jobs of that run were skipped, so that there is nothing to compare. */
  skipped?: boolean
  /** The labels that the pull request had when the server named it; undefined where it has not said. */
  labels?: string[] | undefined
}

const forkOf = ({ fromFork, headSha }: PullRequest): Fork | null => (fromFork ? { headSha } : null)

/** The event of a run that is repeated may name a base branch that the pull request had before. */
async function sourceOfThisRun(context: ConnectedJob): Promise<Source | string> {
  const { pullRequest, mergeGroup, event } = context
  if (mergeGroup) return { context, proposal: mergeGroup, fork: null, ended: null }
  if (!pullRequest) return `an event ${event} has no pull request`
  const now = await needing('pull-requests: read', withPresentBase(context, pullRequest))
  return { context: { ...context, pullRequest: now }, proposal: now, fork: forkOf(now), ended: null }
}

/** What is reported on, or the reason why nothing is. Throws an Error that explains a refusal of the server. */
export async function findSource(
  values: Pick<Values, 'name'>,
  context: ConnectedJob,
): Promise<Source | string> {
  const { endedRun } = context
  if (!endedRun && !isJudgedAgain(context)) return sourceOfThisRun(context)
  if (context.arrived && !endedRun)
    return 'no green check run that is about something else stands on the head'
  const run = endedRun ?? (await runOfCheck(context, checkName(values)))
  return typeof run === 'string' ? run : sourceOfRun(context, run)
}

/** The run whose results the newest check run about the pull request shows on its head, or why there is none. */
async function runOfCheck(context: ConnectedJob, name: string): Promise<EndedRun | string> {
  const { octokit, owner, repo, runUrl } = context
  const checks = await needing('checks: write', checksOnHead(context, name))
  const id = newestOfPull(checks, context.pullRequest?.number ?? null)
  if (id === null) return `the head of the pull request has no check run '${name}' yet`
  const request = { owner, repo, run_id: id }
  const { data } = await needing('actions: read', octokit.rest.actions.getWorkflowRun(request))
  if (data.status !== 'completed') return `run ${id} has not ended`
  return endedRunOf({ ...data, head_branch: data.head_branch ?? null }, runUrl.replace(/\/\d+$/, ''))
}

/** GitHub lists a run as ended while it waits for somebody to approve it, as one of a first-time contributor does. */
async function isHeld(context: ConnectedJob, { id: runId, attempt, conclusion }: EndedRun): Promise<boolean> {
  if (conclusion !== 'action_required') return false
  return (await needing('actions: read', jobsOfRun({ ...context, runId })(attempt))).length === 0
}

async function sourceOfRun(context: ConnectedJob, run: EndedRun): Promise<Source | string> {
  if (await isHeld(context, run)) return `run ${run.id} waits for somebody with write access to approve it`
  const idle = ['skipped', 'cancelled'].includes(run.conclusion)
  const instead = requestEvents.includes(run.event) ? requestInstead : runInstead
  const other = idle ? await needing('actions: read', instead(context, run)) : null
  if (other !== null) return `run ${run.id} was ${run.conclusion}, and run ${other} is of the same commit`
  const source = await (run.event === 'merge_group' ? sourceOfQueue(context, run) : sourceOf(context, run))
  return typeof source === 'string' || run.conclusion !== 'skipped' ? source : { ...source, skipped: true }
}

/** Of several pull requests with this head, the one whose merge the run measured; or why none is known. */
async function pullOfRun(context: ConnectedJob, run: EndedRun): Promise<PullOfHead | string> {
  const derived = await needing('pull-requests: write', pullRequestOfRun(context, run))
  if (derived.pull !== null) return derived
  const { several, reason } = derived
  const pulls = several.map(({ pull }) => pull)
  if (pulls.length === 0) return reason
  const chosen = await needing('actions: read', measuredPull(context, { runId: run.id, pulls }))
  return several.find(({ pull }) => pull === chosen) ?? reason
}

async function sourceOf(context: ConnectedJob, run: EndedRun): Promise<Source | string> {
  const requested = requestEvents.includes(run.event)
  if (run.event !== 'pull_request' && !requested) return `run ${run.id} was started by ${run.event}`
  const found = requested ? await pullOfRequest(context, run) : await pullOfRun(context, run)
  if (typeof found === 'string') return found
  const { pull, labels } = 'pull' in found ? found : { pull: found, labels: undefined }
  const source = endedSource(context, run, pull, { pullRequest: pull, requested })
  return { ...source, fork: forkOf(pull), labels }
}

/** GitHub alone starts such a run, for a group whose pull requests somebody with write access has put into the queue. */
function sourceOfQueue(context: ConnectedJob, run: EndedRun): Source | string {
  const group = mergeGroupOfRun(context, run)
  if (group === null) return `run ${run.id} is of no merge queue of this repository`
  return endedSource(context, run, group, { mergeGroup: group })
}

/** The run for its `proposal`, with what else its jobs knew. */
const endedSource = (
  context: ConnectedJob,
  run: EndedRun,
  proposal: Proposal,
  known: Partial<JobContext>,
): Source => ({
  context: {
    ...context,
    runId: run.id,
    runAttempt: run.attempt,
    runUrl: run.url,
    workflowPath: run.workflowPath,
    job: '',
    sha: proposal.headSha,
    ...known,
  },
  proposal,
  fork: null,
  ended: { conclusion: run.conclusion },
  publisher: context,
})

/** `foreign` and `changed` as `baseOfMeasured` gives them. `proposed` has the proposal's version of the files that measure and judge it. */
export type JudgedRun = Judged & Pick<MeasuredBase, 'foreign' | 'proposed' | 'changed'>

/**
 * Values, policy and notes for the run of `source`, whose legs say they measured `measured`. A run that has ended is
 * judged by a job of the default branch, whose inputs no pull request writes. Throws for a broken base.
 */
export async function policyOfRun(
  values: Values,
  { context, proposal, ended }: Source,
  measured: string,
): Promise<JudgedRun> {
  const commit = ended ? measured : context.sha
  const between = baseOfMeasured(context, { measured: commit, proposal })
  const { base, foreign, ...found } = await needing('contents: read', between)
  const readAt = (commit: string) => (held: Values) =>
    repositoryFile(context, { path: configPath(held), commit })
  const filesAt = (base: string, head: string, { changed }: Pick<MeasuredBase, 'changed'>) =>
    commitOfFiles({ base, head, changed }, configPath(values))
  if (!ended) {
    const proposed = filesAt(base, found.proposed, found)
    const request = { values, base, proposed, readProposed: readAt(proposed) }
    const { changed } = found
    return { ...(await whatJudgesAt(context, request)), foreign, proposed, changed }
  }
  // The merge commit may be of the fork's own making: only its head is certain.
  const own = { base, changed: found.changed }
  const isKnown = found.changed !== null || context.requested
  const since = isKnown ? own : await sinceMergeBase(context, proposal).catch(() => own)
  const proposed = filesAt(base, proposal.headSha, since)
  const request = { values, baseCommit: base, readProposed: readAt(proposed) }
  const { changed } = since
  const judged = { ...(await basePolicy(context, request)), base, foreign, proposed, changed }
  // On demand, the default branch's own workflow measured.
  if (context.requested) return judged
  const from = proposed === base ? base : since.base
  const notes = await workflowNotes(context, { base: from, proposed })
  return { ...judged, notes: [...notes, ...judged.notes] }
}
