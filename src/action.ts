// The GitHub Action: the pipeline with the runner's inputs in front and GitHub behind. The only place that turns
// errors into a failed step.
import * as core from '@actions/core'
import { comparePullRequest } from './action/compare-pull-request.ts'
import { measureCandidate } from './action/measure.ts'
import { publish } from './action/publish.ts'
import { workFile } from './action/work-file.ts'
import { exitCodeOf } from './exit-codes.ts'
import { type ArtifactKind, artifactName } from './github/artifact-name.ts'
import { type JobContext, readContext } from './github/context.ts'
import { uploadArtifact } from './github/upload-artifact.ts'
import { writeSession } from './history/session-file.ts'
import type { Values } from './inputs.ts'
import type { Session } from './model.ts'
import { parseInputs } from './parse-inputs.ts'
import { renderSession } from './report/session-text.ts'

/** Writes the sessions to their files; the one of the checked-out commit is `result.json.gz`. */
function writeSessions(sessions: Record<string, Session>): string[] {
  return Object.entries(sessions).map(([name, session]) => {
    const path = workFile(name)
    writeSession(path, session)
    return path
  })
}

async function leave(
  kind: ArtifactKind,
  values: Values,
  context: JobContext,
  { session, files }: { session: Session; files: string[] },
): Promise<void> {
  core.setOutput('result-path', workFile('result.json.gz'))
  const name = artifactName(kind, values.name, session.testbed?.fingerprint ?? '')
  await uploadArtifact(name, files, context.runAttempt)
}

async function onPullRequest(values: Values, context: JobContext): Promise<void> {
  const { comparison, sessions } = await comparePullRequest(values, context)
  const files = writeSessions(sessions)
  files.push(...(await publish(values, context, comparison)))
  await leave('candidate', values, context, { session: sessions['result.json.gz'] as Session, files })
  // Last, so that a failing gate never costs anyone the report.
  const code = exitCodeOf(comparison, values['fail-on'])
  if (code !== 0) core.setFailed(`${comparison.outcome}: ${comparison.explanation}`)
}

async function onOtherEvent(values: Values, context: JobContext): Promise<void> {
  const session = await measureCandidate(values, context)
  const files = writeSessions({ 'result.json.gz': session })
  const text = renderSession(session)
  core.info(text)
  await core.summary.addHeading(`stable-bench: ${values.name} was measured`, 3).addCodeBlock(text).write()
  await leave(context.pullRequest ? 'candidate' : 'baseline', values, context, { session, files })
}

async function main(): Promise<void> {
  const values = parseInputs('action', name => core.getInput(name))
  if (values.token !== '') core.setSecret(values.token)
  const context = readContext(process.env)
  const compares = context.pullRequest !== null && values.mode === 'auto'
  await (compares ? onPullRequest(values, context) : onOtherEvent(values, context))
}

try {
  await main()
} catch (error) {
  core.setFailed(error instanceof Error ? error.message : String(error))
}
