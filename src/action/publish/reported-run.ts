// Finds the run and the pull request that a publish job reports on, and the policy that judges it. Only the event and
// the base commit decide: files that the run left prove nothing. Checks nothing out.

import type { Octokit } from '../../github/api/connect.ts'
import type { JobContext, PullRequest } from '../../github/api/context.ts'
import { type EndedRun, endedRunOf } from '../../github/api/ended-run.ts'
import { needing } from '../../github/api/explain-refusal.ts'
import { repositoryFile } from '../../github/api/repository.ts'
import { checksOnHead } from '../../github/posts/check-run.ts'
import { baseOfMeasured, mergeBase } from '../../github/pull-request/base-commits.ts'
import { pullRequestOfRun } from '../../github/pull-request/of-run.ts'
import type { Values } from '../../inputs/values.ts'
import { InputError } from '../../model/index.ts'
import { checkName } from '../attempts/posted-records.ts'
import { isAboutAcceptance } from '../events.ts'
import { configPath } from '../measure/checkout-config.ts'
import { pullOfRequest, requestEvents } from '../on-demand/requested-pull.ts'
import { basePolicy } from '../pull-request/base-policy.ts'
import { workflowNotes } from '../pull-request/base-workflow.ts'
import { type Judged, whatJudgesAt } from '../pull-request/what-judges.ts'
import type { Fork } from './leg.ts'

export type Source = {
  /** As the job that measured would see it: its run, its workflow, its pull request. */
  context: JobContext & { pullRequest: PullRequest }
  fork: Fork | null
  /** How that run ended, where it has: this job is part of another one, and no check of the pull request. */
  ended: Pick<EndedRun, 'conclusion'> | null
}

/** A source, or the reason why nothing is published. */
type FoundSource = { source: Source; reason: null } | { source: null; reason: string }

const forkOf = ({ fromFork, headSha }: PullRequest): Fork | null => (fromFork ? { headSha } : null)

function sourceOfThisRun(context: JobContext): FoundSource {
  const { pullRequest, mergeGroup, event } = context
  if (mergeGroup) {
    throw new InputError(
      'mode publish does not work in a merge queue; measure and compare in one job (mode: auto)',
    )
  }
  if (!pullRequest) return { source: null, reason: `an event ${event} has no pull request` }
  const source = { context: { ...context, pullRequest }, fork: forkOf(pullRequest), ended: null }
  return { source, reason: null }
}

/** Throws an InputError for a merge queue, and an Error that explains a refusal of the server. */
export async function findSource(
  octokit: Octokit,
  values: Pick<Values, 'name'>,
  context: JobContext,
): Promise<FoundSource> {
  const { endedRun: run } = context
  if (run) return sourceOfRun(octokit, context, run)
  if (!isAboutAcceptance(context)) return sourceOfThisRun(context)
  const labelled = await runOfCheck(octokit, context, checkName(values))
  if (labelled.run === null) return { source: null, reason: labelled.reason }
  return sourceOfRun(octokit, context, labelled.run)
}

type RunOfCheck = { run: EndedRun; reason: null } | { run: null; reason: string }

/** The run whose results the check run on the pull request's head shows. */
async function runOfCheck(octokit: Octokit, context: JobContext, name: string): Promise<RunOfCheck> {
  const { owner, repo, runUrl } = context
  const [newest] = await needing('checks: write', checksOnHead(octokit, context, name))
  const id = newest?.runId ?? null
  if (id === null) return { run: null, reason: `the head of the pull request has no check run '${name}' yet` }
  const request = { owner, repo, run_id: id }
  const { data } = await needing('actions: read', octokit.rest.actions.getWorkflowRun(request))
  if (data.status !== 'completed') return { run: null, reason: `run ${id} has not ended` }
  const run = endedRunOf({ ...data, head_branch: data.head_branch ?? null }, runUrl.replace(/\/\d+$/, ''))
  return { run, reason: null }
}

async function sourceOfRun(octokit: Octokit, context: JobContext, run: EndedRun): Promise<FoundSource> {
  const requested = requestEvents.includes(run.event)
  if (run.event !== 'pull_request' && !requested) {
    return { source: null, reason: `run ${run.id} was started by ${run.event}` }
  }
  const derived = requested
    ? await pullOfRequest(octokit, context, run)
    : await needing('pull-requests: write', pullRequestOfRun(octokit, context, run))
  if (!derived.pull) return { source: null, reason: derived.reason }
  const { pull } = derived
  const contextOfRun = {
    ...context,
    sha: pull.headSha,
    runId: run.id,
    runAttempt: run.attempt,
    runUrl: run.url,
    workflowPath: run.workflowPath,
    job: '',
    pullRequest: pull,
    requested,
  }
  return {
    source: { context: contextOfRun, fork: forkOf(pull), ended: { conclusion: run.conclusion } },
    reason: null,
  }
}

/**
 * Values, policy and notes for the run of `source`, whose legs say that they measured the commit `measured`. A run that
 * has ended is reported on by a job of the default branch, whose own inputs no pull request writes. Throws for a broken
 * configuration of the base commit.
 */
export async function policyOfRun(
  octokit: Octokit,
  values: Values,
  { context, ended }: Source,
  measured: string,
): Promise<Judged> {
  const pull = context.pullRequest
  const commit = ended ? measured : context.sha
  const between = baseOfMeasured(octokit, context, { measured: commit, pull })
  const { base, proposed } = await needing('contents: read', between)
  const readAt = (commit: string) => (held: Values) =>
    repositoryFile(octokit, context, { path: configPath(held), commit })
  if (!ended) {
    return whatJudgesAt(octokit, context, { values, base, proposed, readProposed: readAt(proposed) })
  }
  const request = { values, baseCommit: base, readProposed: readAt(pull.headSha) }
  const judged = await basePolicy(octokit, context, request)
  // On demand, the default branch's own workflow measured.
  if (context.requested) return { ...judged, base }
  // The merge commit may be of the fork's own making: only its head is certain.
  const from = await mergeBase(octokit, context, pull).catch(() => base)
  const notes = await workflowNotes(octokit, context, { base: from, proposed: pull.headSha })
  return { ...judged, base, notes: [...notes, ...judged.notes] }
}
