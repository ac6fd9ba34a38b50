// Which run a publish job reports on, and on which pull request. From the event alone; nothing that a run left is asked.
import type { Octokit } from '../../github/api/base-commits.ts'
import type { JobContext, PullRequest } from '../../github/api/context.ts'
import { pullRequestOfRun } from '../../github/api/pull-request-of-run.ts'
import { InputError } from '../../model/index.ts'
import type { Fork } from './leg.ts'

export type Source = {
  /** As the job that measured would see it: its run, its workflow, its pull request. */
  context: JobContext & { pullRequest: PullRequest }
  fork: Fork | null
  /** Whether that run has ended, and this is another one, which has no say in the pull request's checks. */
  ended: boolean
}

export type Found = { source: Source; reason: null } | { source: null; reason: string }

const forkOf = ({ fromFork, headSha }: PullRequest): Fork | null => (fromFork ? { headSha } : null)

/** The run that is to be published, or why there is none. Throws what the server answers, and for a merge queue. */
export async function findSource(octokit: Octokit, context: JobContext): Promise<Found> {
  const { endedRun: run, pullRequest, mergeGroup } = context
  if (!run) {
    if (mergeGroup) {
      throw new InputError(
        "input 'mode' is publish, which reports on pull requests only: it must not let a merge queue pass; " +
          'measure and compare in one job there (mode: auto)',
      )
    }
    if (!pullRequest) return { source: null, reason: `an event ${context.event} has no pull request` }
    const source = { context: { ...context, pullRequest }, fork: forkOf(pullRequest), ended: false }
    return { source, reason: null }
  }
  if (run.event !== 'pull_request')
    return { source: null, reason: `run ${run.id} was started by ${run.event}` }
  const derived = await pullRequestOfRun(octokit, context, run)
  if (!derived.pull) return { source: null, reason: derived.reason }
  const { pull } = derived
  const ofRun = {
    ...context,
    sha: run.headSha,
    runId: run.id,
    runAttempt: run.attempt,
    runUrl: run.url,
    workflowPath: run.workflowPath,
    pullRequest: pull,
  }
  return { source: { context: ofRun, fork: forkOf(pull), ended: true }, reason: null }
}
