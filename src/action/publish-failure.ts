// Where there is nothing to compare, since measuring failed: a branch rule that waits for the check run, or a later step
// for the outcome, is told so. The comment keeps the last report, and says above it that this run failed.
import * as core from '@actions/core'
import { publishCheck } from '../github/check-run.ts'
import { connect } from '../github/connect.ts'
import type { JobContext } from '../github/context.ts'
import { explainRefusal } from '../github/explain-refusal.ts'
import type { Values } from '../inputs.ts'
import { codeBlock, escapeMarkdown } from '../report/escape-markdown.ts'
import { showState } from './show-state.ts'

const title = 'Not established: there is no result to compare'

async function check(values: Values, context: JobContext, summary: string): Promise<void> {
  if (values.checks === 'never' || context.pullRequest?.fromFork) return
  try {
    await publishCheck(connect(values.token), context, {
      name: `stable-bench: ${values.name}`,
      conclusion: 'action_required',
      title,
      summary,
      annotations: [],
    })
  } catch (error) {
    core.warning(`The check run could not be created: ${explainRefusal(error, 'checks: write')}.`)
  }
}

/** Outcome, summary, check run and the state in the comment, with `reason`. Never throws. */
export async function publishFailure(values: Values, context: JobContext, reason: string): Promise<void> {
  core.setOutput('outcome', 'not-established')
  const heading = `### ${escapeMarkdown(`stable-bench: ${values.name}`)}`
  const summary = `${heading}\n\n**${title}**\n\n${codeBlock(reason)}\n`
  await core.summary.addRaw(summary, true).write()
  await showState(values, context, 'failed')
  await check(values, context, summary)
}
