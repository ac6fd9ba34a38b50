// The GitHub Action: the pipeline with the runner's inputs in front and GitHub behind. The only place that turns
// errors into a failed step.
import * as core from '@actions/core'
import { measureCandidate } from './action/measure/candidate.ts'
import { branchValues } from './action/measure/checkout-config.ts'
import { eventCommit } from './action/measure/event-commit.ts'
import { modeOf } from './action/mode-of.ts'
import { appendToHistory } from './action/nightly/append.ts'
import { type Progress, publishFailure } from './action/publish/failure.ts'
import { publishRun } from './action/publish/run.ts'
import { publish } from './action/publish/single.ts'
import { comparePullRequest } from './action/pull-request/compare.ts'
import { type Judged, judgePullRequest } from './action/pull-request/judge.ts'
import { showState } from './action/pull-request/show-state.ts'
import { compareRelease, type JudgedRelease, judgeRelease } from './action/release/gate.ts'
import { workFile } from './action/work-file.ts'
import { type JobContext, proposalOf, readContext } from './github/api/context.ts'
import { type ArtifactKind, artifactName, ofAttempt } from './github/artifacts/name.ts'
import { KeepsNothing, uploadArtifact, uploadNamed } from './github/artifacts/upload.ts'
import { writeSession } from './history/store/session-file.ts'
import { parseInputs, readableInputs } from './inputs/parse.ts'
import type { InputName, Values } from './inputs/table.ts'
import { InputError, type Session } from './model/index.ts'
import { exitCodeOf } from './policy/exit-codes.ts'
import { renderMarkdown } from './report/markdown/comparison.ts'
import { codeBlock, escapeMarkdown } from './report/markdown/escape.ts'
import { renderSession } from './report/text/session.ts'

const maxSummaryBytes = 1_000_000
const maxSummaryLines = 5000

/** Writes the sessions to their files; the one of the checked-out commit is `result.json.gz`. */
function writeSessions(sessions: Record<string, Session>): string[] {
  return Object.entries(sessions).map(([name, session]) => {
    const path = workFile(name)
    writeSession(path, session)
    return path
  })
}

async function uploadResult(
  kind: ArtifactKind,
  values: Values,
  context: JobContext,
  { session, files }: { session: Session; files: string[] },
): Promise<number | undefined> {
  core.setOutput('result-path', workFile('result.json.gz'))
  const name = artifactName(kind, values.name, session.testbed?.fingerprint ?? '')
  return kind === 'candidate'
    ? uploadArtifact(ofAttempt(name, context.runAttempt), files)
    : uploadNamed(name, files, context.runAttempt)
}

/** Where the server keeps nothing, the session is still in the file that `result-path` names. */
function onlyWarn(error: Error): null {
  if (!(error instanceof KeepsNothing)) throw error
  core.warning(error.message)
  return null
}

/** After a report: a result that cannot be uploaded is a warning, and changes no verdict. */
async function uploadResultOrWarn(...result: Parameters<typeof uploadResult>): Promise<void> {
  await uploadResult(...result).catch((error: Error) => core.warning(error.message))
}

async function compare(judged: Judged, context: JobContext, progress: Progress): Promise<void> {
  const { values } = judged
  const joined = await comparePullRequest(judged, context)
  progress.measured = true
  const { comparison, sessions } = joined
  const files = writeSessions(sessions)
  files.push(...(await publish(values, context, joined)))
  await uploadResultOrWarn('candidate', values, context, {
    session: sessions['result.json.gz'] as Session,
    files,
  })
  // Last, so that a failing gate never costs anyone the report.
  const code = exitCodeOf(comparison, values['fail-on'])
  if (code !== 0) core.setFailed(`${comparison.outcome}: ${comparison.explanation}`)
}

/** A leg of a matrix: measures what a comparison needs, shows its part, and leaves the decision to the publish job. */
async function measureLeg(judged: Judged, context: JobContext): Promise<void> {
  const { values } = judged
  const { comparison, sessions } = await comparePullRequest(judged, context)
  const title = `${values.name}, one leg of several`
  await core.summary.addRaw(renderMarkdown(comparison, { maxBytes: maxSummaryBytes, title }), true).write()
  const files = writeSessions(sessions)
  await uploadResult('candidate', values, context, { session: sessions['result.json.gz'] as Session, files })
}

/** The log has the lines that a summary could not hold. */
function measuredMarkdown(suite: string, text: string): string {
  const lines = text.split('\n')
  const more = lines.length - maxSummaryLines
  const shown = more > 0 ? [...lines.slice(0, maxSummaryLines), `… ${more} more lines in the log`] : lines
  return `### stable-bench: ${escapeMarkdown(suite)} was measured\n\n${codeBlock(shown.join('\n'))}\n`
}

async function measureBranch(values: Values, context: JobContext): Promise<void> {
  const doubts = await eventCommit(values, context)
  const session = await measureCandidate(values, context, doubts)
  const files = writeSessions({ 'result.json.gz': session })
  const text = renderSession(session)
  core.info(text)
  await core.summary.addRaw(measuredMarkdown(values.name, text), true).write()
  const artifact = await uploadResult('baseline', values, context, { session, files }).catch(onlyWarn)
  // A directory keeps the nights of a server that keeps nothing.
  if (artifact === null && values.history === 'artifact') return
  const path = workFile('result.json.gz')
  await appendToHistory(values, context, { session, path, artifact })
}

/** A tag or a release. */
async function gateRelease(
  { values, policy }: JudgedRelease,
  context: JobContext,
  progress: Progress,
): Promise<void> {
  const joined = await compareRelease(values, context, policy)
  progress.measured = true
  const { comparison, sessions } = joined
  const session = sessions['result.json.gz'] as Session
  const files = writeSessions(sessions)
  files.push(...(await publish(values, context, joined)))
  await uploadResultOrWarn('candidate', values, context, { session, files })
  const code = exitCodeOf(comparison, values['fail-on'])
  if (code !== 0) core.setFailed(`${comparison.outcome}: ${comparison.explanation}`)
}

async function act(values: Values, context: JobContext, progress: Progress): Promise<void> {
  const mode = modeOf(values, context)
  if (mode === 'publish') return publishRun(values, context, progress)
  const judge = async () => {
    const judged = await judgePullRequest(values, context)
    progress.values = judged.values
    return judged
  }
  if (mode === 'measure') {
    return proposalOf(context)
      ? measureLeg(await judge(), context)
      : measureBranch(branchValues(values), context)
  }
  if (context.tag) {
    const judged = judgeRelease(values)
    progress.values = judged.values
    return gateRelease(judged, context, progress)
  }
  if (!proposalOf(context)) {
    throw new InputError(
      `input 'mode' is compare, and an event ${context.event} has no pull request and no tag; use auto`,
    )
  }
  await showState(values, context, 'measuring')
  await compare(await judge(), context, progress)
}

const read = (name: InputName) => core.getInput(name)
// Where some inputs are wrong, the others say who waits for an outcome or a check run.
const readable = readableInputs('action', read)
if (readable.token !== '') core.setSecret(readable.token)
let context: JobContext | null = null
const progress: Progress = { values: readable, measured: false }
try {
  context = readContext(process.env)
  await act(parseInputs('action', read), context, progress)
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  await publishFailure(progress, context, reason)
  core.setFailed(reason)
}
