// Where there is nothing to compare, since a job could not start or not measure: a branch rule that waits for the check
// run, or a later step for the outcome, is told so. The comment keeps the last report, and says above it that this run
// failed.
import * as core from '@actions/core'
import { connect } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import { publishCheck } from '../../github/posts/check-run.ts'
import type { Values } from '../../inputs/table.ts'
import { codeBlock, escapeMarkdown } from '../../report/markdown/escape.ts'
import { checkName } from '../attempts/earlier-reports.ts'
import { renderRecord } from '../attempts/record.ts'
import { leaveUnmeasured, nothingMeasured } from '../attempts/unmeasured.ts'
import { modeOf } from '../mode-of.ts'
import { showState } from '../pull-request/show-state.ts'

const title = 'Not established: there is no result to compare'

/** The last lines of a command may be long; the log has them all. */
const maxReason = 10_000

/** Without what the command printed: nobody masks secrets in a check run, as the runner does in log and summary. */
const withoutOutput = (reason: string) => reason.split('\n', 1)[0]?.slice(0, 500) ?? ''

/** How far a job has come: the values that count, as far as they are known, and whether there is something to report. */
export type Progress = { values: Values; measured: boolean }

async function check({ values, measured }: Progress, context: JobContext, reason: string): Promise<void> {
  if (values.checks === 'never' || context.pullRequest?.fromFork) return
  try {
    await publishCheck(connect(values.token), context, {
      name: checkName(values),
      conclusion: 'action_required',
      title,
      summary: `${codeBlock(withoutOutput(reason))}\n\nThe log has more: ${context.runUrl}\n`,
      record: measured ? undefined : renderRecord(nothingMeasured(context)),
      annotations: [],
    })
  } catch (error) {
    core.warning(`The check run could not be created: ${explainRefusal(error, 'checks: write')}.`)
  }
}

/** Others have no check run and no comment: a leg, a branch, and what follows a run that has ended, of another commit. */
const decides = (values: Values, context: JobContext) =>
  modeOf(values, context) !== 'measure' && !context.endedRun

/**
 * Outcome, summary, and where this job decides check run and the state in the comment, with `reason`. Where nothing was
 * measured, leaves word of that: else a re-run has to take this attempt for one whose result is lost. Never throws.
 */
export async function publishFailure(
  { values, measured }: Progress,
  context: JobContext | null,
  reason: string,
): Promise<void> {
  core.setOutput('outcome', 'not-established')
  const heading = `### ${escapeMarkdown(`stable-bench: ${values.name}`)}`
  const summary = `${heading}\n\n**${title}**\n\n${codeBlock(reason.slice(0, maxReason))}\n`
  try {
    await core.summary.addRaw(summary, true).write()
  } catch (error) {
    core.warning(`The summary could not be written: ${(error as Error).message}`)
  }
  if (context === null || !decides(values, context)) return
  await showState(values, context, 'failed')
  await check({ values, measured }, context, reason)
  if (measured) return
  await leaveUnmeasured(values, context).catch((error: Error) => {
    core.info(`A re-run will not know that this attempt measured nothing: ${error.message}`)
  })
}
