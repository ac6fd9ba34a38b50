// Reports on a run whose jobs were all skipped: nothing was measured, and nothing failed. Only the base branch may say so: a
// pull request could skip the job in its own copy of the workflow.
import * as core from '@actions/core'
import type { ConnectedJob } from '../../../github/api/connect.ts'
import { needing } from '../../../github/api/explain-refusal.ts'
import { repositoryFile } from '../../../github/api/repository.ts'
import { checksOnHead } from '../../../github/posts/check-run.ts'
import { mergeBase } from '../../../github/pull-request/base-commits.ts'
import type { Values } from '../../../inputs/values.ts'
import { parseSettings } from '../../../policy/config-file.ts'
import { isMetByPush, type Push } from '../../../policy/workflow-file/expressions/push-condition.ts'
import { parsed } from '../../../policy/workflow-file/walk.ts'
import { fieldsOf } from '../../../policy/yaml-document.ts'
import { attemptRecord } from '../../attempts/attempt-record.ts'
import { checkName, recordsIn } from '../../attempts/posted-records.ts'
import { configPath } from '../../measure/checkout-config.ts'
import { workflowNotes } from '../../pull-request/base-workflow.ts'
import { showNothing } from '../job-state.ts'
import { setOutcome, warnOfNoCheck, writeCheck, writeSummary } from '../outlets.ts'
import { leftCheck } from '../settled-check.ts'
import { lostWorkflows } from './lost-workflows.ts'
import type { Source } from './reported-run.ts'

/** The context of a push, by whoever caused the run, where that is known. */
async function pushTo({ octokit, owner, repo, endedRun }: ConnectedJob, number: number): Promise<Push> {
  const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number })
  const actor = endedRun?.actor ? { actor: endedRun.actor, triggering_actor: endedRun.actor } : {}
  return {
    ...actor,
    event_name: 'pull_request',
    event: { action: 'synchronize', number, pull_request: data, repository: data.base.repo },
    repository: `${owner}/${repo}`,
    repository_owner: owner,
    base_ref: data.base.ref,
    head_ref: data.head.ref,
    ref: `refs/pull/${number}/merge`,
    ref_name: `${number}/merge`,
  }
}

/** Whether a push now would run a job of the workflow at `commit`: then a skipped run says nothing of it. */
async function isRunOnPush(context: ConnectedJob, commit: string): Promise<boolean> {
  const { workflowPath: path, pullRequest } = context
  const text = pullRequest && (await repositoryFile(context, { path, commit }))
  if (!pullRequest || text === null) return false
  const push = await pushTo(context, pullRequest.number)
  return Object.values(fieldsOf(parsed(text).jobs))
    .map(fieldsOf)
    .some(job => job.needs === undefined && isMetByPush(job.if, push) === true)
}

/** The run whose report on this very pull request stands on the head, whatever started it; null where all were skipped. */
async function reportedBy(values: Values, context: ConnectedJob): Promise<number | null> {
  const pull = context.pullRequest?.number ?? null
  const checks = await checksOnHead(context, checkName(values))
  return recordsIn(checks).find(each => each.pull === pull && !each.skipped)?.runId ?? null
}

/** Writes no check run: one that a branch rule requires stays as it is, or waits until something measures the head. */
async function waitForPush(values: Values, context: ConnectedJob): Promise<void> {
  const other = await reportedBy(values, context).catch(() => null)
  const why = 'what started this run is nothing to measure, by a condition in its workflow'
  const next = 'nothing has measured the commit: push another one, or close and reopen the pull request'
  await showNothing(`${why}; ${other === null ? next : `the check run is that of run ${other}`}`)
}

/** Whether the configuration of the commit `base` wants no check run. A broken one says nothing of that. */
async function wantsNoCheck(values: Values, context: ConnectedJob, base: string): Promise<boolean> {
  const path = configPath(values)
  const text = await repositoryFile(context, { path, commit: base })
  try {
    return parseSettings(text ?? '', path).defaults.checks === 'never'
  } catch {
    return false
  }
}

/** Sets the check run, where nobody else has reported: neutral, unless the pull request changes or stops a workflow. */
export async function reportSkipped(values: Values, source: Source): Promise<void> {
  const { context, proposal } = source
  setOutcome('not-established')
  const base = await needing('contents: read', mergeBase(context, proposal))
  const commits = { base, proposed: proposal.headSha }
  const changes = (await workflowNotes(context, commits)).map(({ message }) => message)
  changes.push(...(await lostWorkflows(source, { ...commits, changed: null, name: values.name })))
  if (changes.length === 0 && (await isRunOnPush(context, base))) return waitForPush(values, context)
  const title = 'Not measured: every job of the run was skipped'
  const why = changes.map(each => `${each}.`)
  const summary = [`${title}, by a condition in ${context.workflowPath}.`, ...why, context.runUrl].join(
    '\n\n',
  )
  await writeSummary(summary)
  if (await wantsNoCheck(values, context, base)) return
  const conclusion = changes.length === 0 ? 'neutral' : 'action_required'
  const record = { ...attemptRecord(context, { machine: null }), skipped: true, conclusion } as const
  try {
    const other = await reportedBy(values, context)
    if (other !== null) return core.notice(leftCheck(other))
    await writeCheck(context, values, { title, summary, record })
  } catch (error) {
    warnOfNoCheck(error)
  }
}
