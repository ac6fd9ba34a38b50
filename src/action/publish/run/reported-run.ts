// Finds the run and the pull request, or the group of a merge queue, that a publish job reports on, and the policy that
// judges it. Only the event and the base commit decide: files that the run left prove nothing. Checks nothing out.

import type { ConnectedJob } from '../../../github/api/connect.ts'
import type { JobContext, Proposal, PullRequest } from '../../../github/api/context.ts'
import { needing } from '../../../github/api/explain-refusal.ts'
import { repositoryFile } from '../../../github/api/repository.ts'
import { checksOnHead } from '../../../github/posts/check-run.ts'
import { sinceMergeBase } from '../../../github/pull-request/base-commits.ts'
import { baseOfMeasured, type MeasuredBase } from '../../../github/pull-request/base-of-measured.ts'
import { mergeGroupOfRun } from '../../../github/pull-request/merge-group.ts'
import { pullRequestOfRun } from '../../../github/pull-request/of-run.ts'
import { withPresentBase } from '../../../github/pull-request/present-base.ts'
import { runInstead } from '../../../github/pull-request/run-instead.ts'
import { type EndedRun, endedRunOf } from '../../../github/runs/ended-run.ts'
import type { Values } from '../../../inputs/values.ts'
import { checkName } from '../../attempts/posted-records.ts'
import { isJudgedAgain } from '../../events.ts'
import { configPath } from '../../measure/checkout-config.ts'
import { pullOfRequest, requestEvents } from '../../on-demand/requested-pull.ts'
import { basePolicy } from '../../pull-request/base-policy.ts'
import { workflowNotes } from '../../pull-request/base-workflow.ts'
import { type Judged, whatJudgesAt } from '../../pull-request/what-judges.ts'
import type { Fork } from '../legs/leg.ts'
import { commitOfFiles } from './commit-of-files.ts'
import { measuredPull } from './measured-pull.ts'

export type Source = {
  /** As the job that measured would see it: its run, its workflow, its pull request or its group in a merge queue. */
  context: ConnectedJob
  proposal: Proposal
  fork: Fork | null
  /** How that run ended, where it has: this job is part of another one, and no check of the pull request. */
  ended: Pick<EndedRun, 'conclusion'> | null
  /** The workflow of this job, where that run is another one. */
  publisher?: Pick<JobContext, 'workflowPath' | 'workflowSha'>
  /** Whether all jobs of that run were skipped, so that there is nothing to compare. */
  skipped?: boolean
  /** The labels that the pull request had when the server named it; undefined where it has not said. */
  labels?: string[] | undefined
}

/** A source, or the reason why nothing is published. */
type FoundSource = { source: Source; reason: null } | { source: null; reason: string }

const forkOf = ({ fromFork, headSha }: PullRequest): Fork | null => (fromFork ? { headSha } : null)

/** The event of a run that is repeated may name a base branch that the pull request had before. */
async function sourceOfThisRun(context: ConnectedJob): Promise<FoundSource> {
  const { pullRequest, mergeGroup, event } = context
  if (mergeGroup) return { source: { context, proposal: mergeGroup, fork: null, ended: null }, reason: null }
  if (!pullRequest) return { source: null, reason: `an event ${event} has no pull request` }
  const now = await needing('pull-requests: read', withPresentBase(context, pullRequest))
  const own = { ...context, pullRequest: now }
  return { source: { context: own, proposal: now, fork: forkOf(now), ended: null }, reason: null }
}

/** Throws an Error that explains a refusal of the server. */
export async function findSource(values: Pick<Values, 'name'>, context: ConnectedJob): Promise<FoundSource> {
  const { endedRun: run } = context
  if (run) return sourceOfRun(context, run)
  if (!isJudgedAgain(context)) return sourceOfThisRun(context)
  const judged = await runOfCheck(context, checkName(values))
  if (judged.run === null) return { source: null, reason: judged.reason }
  return sourceOfRun(context, judged.run)
}

type RunOfCheck = { run: EndedRun; reason: null } | { run: null; reason: string }

/** The run whose results the check run on the pull request's head shows. */
async function runOfCheck(context: ConnectedJob, name: string): Promise<RunOfCheck> {
  const { octokit, owner, repo, runUrl } = context
  const [newest] = await needing('checks: write', checksOnHead(context, name))
  const id = newest?.runId ?? null
  if (id === null) return { run: null, reason: `the head of the pull request has no check run '${name}' yet` }
  const request = { owner, repo, run_id: id }
  const { data } = await needing('actions: read', octokit.rest.actions.getWorkflowRun(request))
  if (data.status !== 'completed') return { run: null, reason: `run ${id} has not ended` }
  const run = endedRunOf({ ...data, head_branch: data.head_branch ?? null }, runUrl.replace(/\/\d+$/, ''))
  return { run, reason: null }
}

async function sourceOfRun(context: ConnectedJob, run: EndedRun): Promise<FoundSource> {
  const idle = ['skipped', 'cancelled'].includes(run.conclusion)
  const other = idle ? await needing('actions: read', runInstead(context, run)) : null
  if (other !== null)
    return {
      source: null,
      reason: `run ${run.id} was ${run.conclusion}, and run ${other} is of the same commit`,
    }
  const found = await sourceOf(context, run)
  if (found.source === null || run.conclusion !== 'skipped') return found
  return { source: { ...found.source, skipped: true }, reason: null }
}

/** Of several pull requests with this head, the one whose merge the run measured. */
async function pullOfRun(context: ConnectedJob, run: EndedRun) {
  const derived = await needing('pull-requests: write', pullRequestOfRun(context, run))
  if (derived.pull !== null || derived.several.length === 0) return derived
  const pulls = derived.several.map(({ pull }) => pull)
  const chosen = await needing('actions: read', measuredPull(context, { runId: run.id, pulls }))
  return derived.several.find(({ pull }) => pull === chosen) ?? derived
}

async function sourceOf(context: ConnectedJob, run: EndedRun): Promise<FoundSource> {
  if (run.event === 'merge_group') return sourceOfQueue(context, run)
  const requested = requestEvents.includes(run.event)
  if (run.event !== 'pull_request' && !requested) {
    return { source: null, reason: `run ${run.id} was started by ${run.event}` }
  }
  const derived = requested ? await pullOfRequest(context, run) : await pullOfRun(context, run)
  if (!derived.pull) return { source: null, reason: derived.reason }
  const { pull } = derived
  const own = { ...contextOf(context, run), sha: pull.headSha, pullRequest: pull, requested }
  const labels = 'labels' in derived ? derived.labels : undefined
  const ended = { conclusion: run.conclusion }
  const source = { context: own, proposal: pull, fork: forkOf(pull), ended, publisher: context, labels }
  return { source, reason: null }
}

const contextOf = (context: ConnectedJob, run: EndedRun): ConnectedJob => ({
  ...context,
  runId: run.id,
  runAttempt: run.attempt,
  runUrl: run.url,
  workflowPath: run.workflowPath,
  job: '',
})

/** GitHub alone starts such a run, for a group whose pull requests somebody with write access has put into the queue. */
function sourceOfQueue(context: ConnectedJob, run: EndedRun): FoundSource {
  const group = mergeGroupOfRun(context, run)
  if (group === null) return { source: null, reason: `run ${run.id} is of no merge queue of this repository` }
  const own = { ...contextOf(context, run), sha: group.headSha, mergeGroup: group }
  const ended = { conclusion: run.conclusion }
  const source = { context: own, proposal: group, fork: null, ended, publisher: context }
  return { source, reason: null }
}

/** `foreign` and `changed` as `baseOfMeasured` gives them. `proposed` has the proposal's version of the files that measure and judge it. */
export type JudgedRun = Judged & Pick<MeasuredBase, 'foreign' | 'proposed' | 'changed'>

/**
 * Values, policy and notes for the run of `source`, whose legs say that they measured the commit `measured`. A run that
 * has ended is reported on by a job of the default branch, whose own inputs no pull request writes. Throws for a broken
 * configuration of the base commit.
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
