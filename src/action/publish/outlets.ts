// The outlets of a job: its summary, its check run, and the outputs about its outcome. No other file writes any of them.
import * as core from '@actions/core'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { explainRefusal, toPermit } from '../../github/api/explain-refusal.ts'
import { knownFile } from '../../github/api/repository.ts'
import { createCheck, orRefusal } from '../../github/posts/check-run.ts'
import type { Values } from '../../inputs/values.ts'
import type { Outcome } from '../../model/index.ts'
import { mayNotWrite } from '../../policy/workflow-file/job-permissions.ts'
import { checkName } from '../attempts/posted-records.ts'
import { makeSettled, type OwnCheck } from './settled-check.ts'

/** The job summary holds 1 MiB a step. */
export const maxSummaryBytes = 1_000_000

/** Adds `markdown` to the job summary. */
export async function writeSummary(markdown: string): Promise<void> {
  await core.summary.addRaw(markdown, true).write()
}

type NamedRows = Record<'regressions' | 'improvements' | 'inconclusive' | 'near-budgets', string[]>

/** Sets the output `outcome`, and those that name rows where rows were compared. */
export function setOutcome(outcome: Outcome, rows?: NamedRows): void {
  core.setOutput('outcome', outcome)
  for (const [name, names] of Object.entries(rows ?? {})) core.setOutput(name, JSON.stringify(names))
}

/** Whether this job leaves the report to another, and its workflow, if read, says that it may not write check runs. */
async function isWithoutChecks(
  context: ConnectedJob,
  { comment }: Pick<Values, 'comment'>,
): Promise<boolean> {
  if (comment !== 'never') return false
  const { workflowPath: path, workflowSha: commit, job, actionRepository: repository } = context
  const text = await knownFile(context.octokit, { path, commit })
  return text !== null && mayNotWrite(text, 'checks', { job, repository })
}

/** Creates the check run, with the worst conclusion under its name; logs where it may not. Throws other refusals. */
export async function writeCheck(
  context: ConnectedJob,
  values: Pick<Values, 'name' | 'comment'>,
  own: OwnCheck,
): Promise<void> {
  const name = checkName(values)
  if (await isWithoutChecks(context, values)) {
    core.info(`No check run: the job's token may not make one; ${toPermit('checks: write')}.`)
    return
  }
  const write = () => makeSettled(context, { name, ...own }, check => createCheck(context, check))
  // Where the server has made it all the same, another one of the same says no more.
  const refused = await orRefusal(context.octokit, () =>
    write().catch(error =>
      ((error as { status?: number }).status ?? 0) >= 500 ? write() : Promise.reject(error),
    ),
  )
  if (refused !== null) core.info(`No check run: ${refused}.`)
}

export const NO_CHECK = 'The check run could not be created'

/** For a job that ends all the same. */
export function warnOfNoCheck(error: unknown): void {
  core.warning(`${NO_CHECK}: ${explainRefusal(error, 'checks: write')}.`)
}
