// Shows the state of a job that has no report: it measures, is a leg or a branch, publishes nothing, or failed. The comment keeps
// its last report below the state. A failure also gets a check run, for branch rules, and an outcome, for later steps.
import * as core from '@actions/core'
import { connect } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { markComment, type RunState } from '../../github/posts/sticky-comment.ts'
import type { Values } from '../../inputs/values.ts'
import { MeasureError } from '../../measure/runs/errors.ts'
import type { Comparison, Session } from '../../model/index.ts'
import { counted } from '../../phrases.ts'
import { renderMarkdown } from '../../report/markdown/comparison.ts'
import { codeBlock, escapeMarkdown } from '../../report/markdown/escape.ts'
import { renderSession } from '../../report/text/session.ts'
import { attemptRecord, withoutAccount } from '../attempts/attempt-record.ts'
import type { PostingInputs } from '../attempts/posted-records.ts'
import { uploadNothing } from '../attempts/unmeasured-artifact.ts'
import { isJudgedAgain, modeOf } from '../events.ts'
import { logText } from '../log.ts'
import { NoBase } from '../measure/measure-commits.ts'
import { maxSummaryBytes, setOutcome, warnOfNoCheck, writeCheck, writeSummary } from './outlets.ts'
import { wayOutAlone } from './run/unjudged-run.ts'

const title = 'Not established: there is no result to compare'

/** The last lines of a command may be long; the log has them all. */
const maxReason = 10_000

/** `full` is for log and summary, where secrets are masked, `published` for everyone; `next` is what to do about it. */
type FailureReason = { full: string; published: string; next: string | null }

/** The reason in an error. Only its full text holds the command and the output of the command. */
export function failureReason(error: unknown): FailureReason {
  const full = error instanceof Error ? error.message : String(error)
  const said = error instanceof MeasureError || error instanceof NoBase ? error.published : full
  return { full, published: said.split('\n', 1)[0]?.slice(0, 500) ?? '', next: wayOutAlone(error) }
}

type StateInputs = PostingInputs & Pick<Values, 'token' | 'mode'>

/** The progress of a job: the values that are known so far, and whether it has measured something to report. */
export type JobProgress = { values: StateInputs; measured: boolean }

/** Edits the comment of `values.name` where there is one and the token may; else the log says why not. Never throws. */
export async function showState(
  values: Omit<StateInputs, 'mode' | 'checks'>,
  context: JobContext,
  state: RunState,
): Promise<void> {
  if (values.comment === 'never' || !context.pullRequest || context.pullRequest.fromFork) return
  try {
    await markComment({ ...context, octokit: connect(values.token) }, { suite: values.name, state })
  } catch (error) {
    core.info(`The comment was left as it is: ${(error as Error).message}`)
  }
}

const maxSummaryLines = 5000
/** The limit for a session in the summary: the trend follows in the same step. */
const maxSessionBytes = maxSummaryBytes - 200_000

function fittingLines(lines: string[]): string[] {
  let bytes = 0
  const end = lines.findIndex((line, i) => {
    bytes += Buffer.byteLength(line) + 1
    return i >= maxSummaryLines || bytes > maxSessionBytes
  })
  return end < 0 ? lines : lines.slice(0, end)
}

/** The comparison of a leg alone; the publish job decides. */
export async function showLeg({ name }: Pick<Values, 'name'>, comparison: Comparison): Promise<void> {
  const title = `${name}, one leg of several`
  const above = `${escapeMarkdown(title)}:\n\n`
  const maxBytes = maxSummaryBytes - Buffer.byteLength(above)
  await writeSummary(`${above}${renderMarkdown(comparison, { maxBytes })}`)
}

/** The session of a branch, in log and summary. The log has the lines that a summary cannot hold. */
export async function showSession({ name }: Pick<Values, 'name'>, session: Session): Promise<void> {
  const text = renderSession(session)
  logText(text)
  const lines = text.split('\n')
  const fitting = fittingLines(lines)
  const more = lines.length - fitting.length
  const shown = more > 0 ? [...fitting, `… ${counted(more, 'more line')} in the log`] : lines
  const heading = `### stable-bench: ${escapeMarkdown(name)} was measured`
  await writeSummary(`${heading}\n\n${codeBlock(shown.join('\n'))}\n`)
}

/** A publish job without a run to report on passes, and establishes nothing. */
export async function showNothing(reason: string): Promise<void> {
  setOutcome('not-established')
  core.notice(`Nothing was published: ${reason}.`)
  await writeSummary(`Nothing was published: ${escapeMarkdown(reason)}.`)
}

const withNext = (text: string, { next }: FailureReason) => (next === null ? text : `${text}\n\n${next}`)

async function postFailedCheck(
  { values, measured }: JobProgress,
  context: JobContext,
  reason: FailureReason,
): Promise<void> {
  if (values.checks === 'never' || context.pullRequest?.fromFork) return
  try {
    await writeCheck({ ...context, octokit: connect(values.token) }, values, {
      title,
      summary: `${withNext(codeBlock(reason.published), reason)}\n\nThe log has more: ${context.runUrl}\n`,
      // What it has measured is nowhere else, so this record accounts for no attempt.
      record: measured ? withoutAccount(attemptRecord(context)) : attemptRecord(context),
    })
  } catch (error) {
    warnOfNoCheck(error)
  }
}

/** Legs, branches, requests, bisections and reports on another run have no check run and no comment state. */
const decides = (values: Pick<Values, 'mode'>, context: JobContext) =>
  !['measure', 'request', 'bisect'].includes(modeOf(values, context)) &&
  !context.endedRun &&
  !isJudgedAgain(context)

/**
 * Publishes that the job failed: outcome and summary, and where it decides comment and check run. One that measured
 * nothing uploads a record of that: a re-run would think that this result is lost. Never throws.
 */
export async function publishFailure(
  { values, measured }: JobProgress,
  context: JobContext | null,
  reason: FailureReason,
): Promise<void> {
  setOutcome('not-established')
  const heading = `### ${escapeMarkdown(`stable-bench: ${values.name}`)}`
  const shown = withNext(codeBlock(reason.full.slice(0, maxReason)), reason)
  const summary = `${heading}\n\n**${title}**\n\n${shown}\n`
  await writeSummary(summary).catch((error: Error) => {
    core.warning(`The summary could not be written: ${error.message}`)
  })
  if (context === null || !decides(values, context)) return
  await showState(values, context, 'failed')
  await postFailedCheck({ values, measured }, context, reason)
  if (measured) return
  await uploadNothing('failed', values, context).catch((error: Error) => {
    core.info(`A re-run will not know that this attempt measured nothing: ${error.message}`)
  })
}
