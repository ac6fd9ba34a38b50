// Where there is nothing to compare, since a job could not start or not measure: a branch rule that waits for the check
// run, or a later step for the outcome, is told so. The comment keeps the last report, and says above it that this run
// failed.
import * as core from '@actions/core'
import { publishCheck } from '../github/check-run.ts'
import { connect } from '../github/connect.ts'
import type { JobContext } from '../github/context.ts'
import { explainRefusal } from '../github/explain-refusal.ts'
import type { Values } from '../inputs.ts'
import { codeBlock, escapeMarkdown } from '../report/escape-markdown.ts'
import { modeOf } from './mode-of.ts'
import { showState } from './show-state.ts'

const title = 'Not established: there is no result to compare'

/** The last lines of a command may be long; the log has them all. */
const maxReason = 10_000

/** Without what the command printed: nobody masks secrets in a check run, as the runner does in log and summary. */
const withoutOutput = (reason: string) => reason.split('\n', 1)[0]?.slice(0, 500) ?? ''

async function check(values: Values, context: JobContext, reason: string): Promise<void> {
  if (values.checks === 'never' || context.pullRequest?.fromFork) return
  try {
    await publishCheck(connect(values.token), context, {
      name: `stable-bench: ${values.name}`,
      conclusion: 'action_required',
      title,
      summary: `${codeBlock(withoutOutput(reason))}\n\nThe log has more: ${context.runUrl}\n`,
      annotations: [],
    })
  } catch (error) {
    core.warning(`The check run could not be created: ${explainRefusal(error, 'checks: write')}.`)
  }
}

/** Others have no check run and no comment: a leg, a branch, and what follows a run that has ended, of another commit. */
const decides = (values: Values, context: JobContext) =>
  modeOf(values, context) !== 'measure' && !context.endedRun

/** Outcome, summary, and where this job decides check run and the state in the comment, with `reason`. Never throws. */
export async function publishFailure(
  values: Values,
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
  await check(values, context, reason)
}
