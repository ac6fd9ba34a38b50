// The GitHub Action: reads the inputs and the event, takes the event's steps, and turns errors into a failed step.
import * as core from '@actions/core'
import { withJobName } from './action/attempts/job-name.ts'
import { wayOf } from './action/events.ts'
import { logText } from './action/log.ts'
import { withRequestedPull } from './action/on-demand/requested-pull.ts'
import { failureReason, type JobProgress, publishFailure } from './action/publish/job-state.ts'
import { connect } from './github/api/connect.ts'
import { type JobContext, readContext } from './github/api/context.ts'
import { parseInputs, readableInputs } from './inputs/parse.ts'
import type { InputName, Values } from './inputs/values.ts'
import { ways } from './pipeline.ts'
import { reportName } from './policy/report-name.ts'

const read = (name: InputName) => core.getInput(name)
/** Under the name that the step reports under. */
const named = (values: Values): Values => ({
  ...values,
  name: reportName({ ...values, suite: values.suite.join(' ') }),
})
// Even if some inputs are wrong, the others say who waits for an outcome or a check run.
const readable = named(readableInputs('action', read))
if (readable.token !== '') core.setSecret(readable.token)
let context: JobContext | null = null
const progress: JobProgress = { values: readable, measured: false }
try {
  context = readContext(process.env)
  const values = named(parseInputs('action', read))
  const asked = await withRequestedPull(values, { ...context, octokit: connect(values.token) })
  context = asked
  const way = wayOf(values, asked)
  const job = way === 'pullRequest' ? await withJobName(values, asked) : asked
  context = job
  await ways[way](values, job, progress)
} catch (error) {
  const reason = failureReason(error)
  await publishFailure(progress, context, reason)
  // Everyone can read an annotation, so only the log gets the output.
  if (reason.full !== reason.published) logText(reason.full)
  core.setFailed(reason.published)
}
