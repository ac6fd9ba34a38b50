// The outlets of a job: its summary, its check run, and the outputs about its outcome. No other file writes any of them.

import * as core from '@actions/core'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { explainRefusal, toPermit } from '../../github/api/explain-refusal.ts'
import { knownFile } from '../../github/api/repository.ts'
import { type Check, checksOnHead, createCheck, orRefusal } from '../../github/posts/check-run.ts'
import type { Values } from '../../inputs/values.ts'
import type { Outcome } from '../../model/index.ts'
import { capital } from '../../phrases.ts'
import { mayNotWrite } from '../../policy/workflow-file/job-permissions.ts'
import { escapeMarkdown } from '../../report/markdown/escape.ts'
import { type AttemptRecord, maxRecordBytes, shortRecord } from '../attempts/attempt-record.ts'
import { checkName, recordIn } from '../attempts/posted-records.ts'
import { adviceBeside } from '../on-demand/beside-gate.ts'
import { withSameHead } from './same-head.ts'
import { besideText, keptByDemand, standingBeside, worstOfAll } from './standing-reports.ts'

/** The job summary holds 1 MiB a step. */
export const maxSummaryBytes = 1_000_000

/** Adds `markdown` to the job summary. */
export async function writeSummary(markdown: string): Promise<void> {
  await core.summary.addRaw(markdown, true).write()
}

/** The names of the rows with each verdict that later steps may want to know. */
type NamedRows = Record<'regressions' | 'improvements' | 'inconclusive' | 'near-budgets', string[]>

/** Sets the output `outcome`, and those that name rows where rows were compared. */
export function setOutcome(outcome: Outcome, rows?: NamedRows): void {
  core.setOutput('outcome', outcome)
  for (const [name, names] of Object.entries(rows ?? {})) core.setOutput(name, JSON.stringify(names))
}

/** That a job writes no check run, since that of another run stays. */
export const leftCheck = (runId: number, about = ''): string =>
  `The check run is left as run ${runId}${about} has written it.`

/** A check run of this job alone: `record` says how the job ended. */
type OwnCheck = Pick<Check, 'title' | 'summary' | 'annotations'> & { record: AttemptRecord }

/** The check run with what others have `reported` under its name; null where that of another one stays. */
function besideOthers(
  { name, record, ...own }: OwnCheck & { name: string },
  reported: AttemptRecord[],
): Check | null {
  const { newer, others } = standingBeside(record, reported)
  if (newer !== null) {
    core.notice(leftCheck(newer.runId, ', which is newer,'))
    return null
  }
  const kept = keptByDemand(record, reported)
  if (kept !== null) {
    core.notice(`${leftCheck(kept.runId)} ${capital(adviceBeside([kept]))}.`)
    return null
  }
  const conclusion = worstOfAll(record, others)
  const beside = besideText(record, others)
  const check = { ...own, name, conclusion, record: shortRecord(record, maxRecordBytes.check) }
  if (beside === null) return check
  core.warning(`${name}: ${beside}`)
  const title =
    conclusion === record.conclusion ? own.title : `${conclusion}, by another job; here: ${own.title}`
  return { ...check, title, summary: `> ${escapeMarkdown(beside)}\n\n${own.summary}` }
}

/**
 * Whether this job leaves the report to another one, and its workflow, which it has read to know what decides, says that its
 * token may not write check runs.
 */
async function isWithoutChecks(
  context: ConnectedJob,
  { comment }: Pick<Values, 'comment'>,
): Promise<boolean> {
  if (comment !== 'never') return false
  const { workflowPath: path, workflowSha: commit, job, actionRepository: repository } = context
  const text = await knownFile(context.octokit, { path, commit })
  return text !== null && mayNotWrite(text, 'checks', { job, repository })
}

/**
 * Creates the check run of the suite. Where others have reported under its name, it has the worst conclusion of all. Where
 * the server has none, or the token must not, a line in the log says so. Throws any other refusal of the server.
 */
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
  const write = async () => {
    const checks = await checksOnHead(context, name)
    const reported = checks.flatMap(each => recordIn(each.record) ?? [])
    const check = besideOthers({ name, ...own }, reported)
    if (check !== null) await createCheck(context, await withSameHead(context, check, checks))
  }
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
