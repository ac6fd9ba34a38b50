// The GitHub Action: the pipeline with the runner's inputs in front and GitHub behind. The only place that turns
// errors into a failed step.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as core from '@actions/core'
import { getOctokit } from '@actions/github'
import { defaultPolicy } from './compare/policy.ts'
import { exitCodeOf } from './exit-codes.ts'
import { artifactName } from './github/artifact-name.ts'
import { baseCommit, firstParentDistances } from './github/base-commits.ts'
import { findBaselineResults } from './github/baseline-artifacts.ts'
import { type JobContext, readContext } from './github/context.ts'
import { publishComment } from './github/sticky-comment.ts'
import { uploadArtifact } from './github/upload-artifact.ts'
import { readSessions, readStoredSession, writeSession } from './history/session-file.ts'
import type { Values } from './inputs.ts'
import { runSetup } from './measure/run-setup.ts'
import { sessionOf } from './measure-session.ts'
import { type Comparison, InputError, type Session, type Verdict, type Warning } from './model.ts'
import { parseInputs } from './parse-inputs.ts'
import { compareStored, measureOne } from './pipeline.ts'
import { renderComparisonDocument } from './report/comparison-document.ts'
import { renderHtml } from './report/html.ts'
import { renderMarkdown } from './report/markdown.ts'
import { renderSession } from './report/session-text.ts'
import { requestOf, whileMeasuring } from './while-measuring.ts'

/** The job summary holds 1 MiB a step; a comment 65,536 characters, capped in bytes to be safe. */
const maxSummaryBytes = 1_000_000
const maxCommentBytes = 65_000

/** `obstacle` says why stored results could not even be looked for. */
type Baseline = { sessions: Session[]; warnings: Warning[]; obstacle: string | null }

function workFile(name: string): string {
  const directory = join(process.env.RUNNER_TEMP ?? '.', 'stable-bench')
  mkdirSync(directory, { recursive: true })
  return join(directory, name)
}

async function measure(values: Values, context: JobContext): Promise<Session> {
  if (values.command === '') throw new InputError("input 'command' is empty; give the benchmark command")
  const cwd = resolve(values['working-directory'])
  if (values.setup !== '')
    await core.group('stable-bench setup', () => runSetup(values.setup, cwd, process.env))
  const request = { ...requestOf(values, { candidate: values.command }), machine: context.runnerName }
  const keep = (job: Parameters<typeof sessionOf>[0]) =>
    writeSession(workFile('incomplete.json.gz'), sessionOf(job, 'candidate'))
  return whileMeasuring(1, keep, world => measureOne(request, world))
}

/** The stored results of the base branch; what cannot be had becomes a warning, never a guess. */
async function artifactBaseline(values: Values, context: JobContext, candidate: Session): Promise<Baseline> {
  const octokit = getOctokit(values.token)
  const base = await baseCommit(octokit, context, resolve(values['working-directory']))
  const distances = await firstParentDistances(octokit, context, base)
  const name = artifactName('baseline', values.name, candidate.testbed?.fingerprint ?? '')
  const { results, notes } = await findBaselineResults(octokit, context, { name, distances })
  const warnings = notes.map(message => ({ code: 'baseline-skipped', message }))
  const sessions = results.flatMap(({ commit, distance, createdAt, fileName, bytes }) => {
    const place = distance === 0 ? 'the base commit' : `${distance} commits before the base commit`
    const source = `${commit.slice(0, 10)} (${place}, measured ${createdAt})`
    try {
      return [readStoredSession(fileName, bytes, source)]
    } catch (error) {
      warnings.push({ code: 'baseline-skipped', message: (error as Error).message })
      return []
    }
  })
  return { sessions, warnings, obstacle: null }
}

async function baselineOf(values: Values, context: JobContext, candidate: Session): Promise<Baseline> {
  const [source] = values.baseline
  if (source !== 'auto' && source !== 'artifact')
    return { sessions: readSessions(values.baseline, 'auto'), warnings: [], obstacle: null }
  try {
    return await artifactBaseline(values, context, candidate)
  } catch (error) {
    const hint =
      (error as { status?: number }).status === 403 ? "; add 'actions: read' to the job's permissions" : ''
    const obstacle = `the base branch's artifacts could not be read: ${(error as Error).message}${hint}`
    return { sessions: [], warnings: [], obstacle }
  }
}

async function comment(values: Values, context: JobContext, comparison: Comparison): Promise<void> {
  if (values.comment === 'never' || !context.pullRequest) return
  if (context.pullRequest.fromFork) {
    core.info(
      'No comment: the token of a pull request from a fork is read-only. The report is in the job summary.',
    )
    return
  }
  try {
    const markdown = renderMarkdown(comparison, { maxBytes: maxCommentBytes, title: values.name })
    const url = await publishComment(getOctokit(values.token), context, { suite: values.name, markdown })
    core.info(`The report is at ${url}`)
  } catch (error) {
    const hint =
      (error as { status?: number }).status === 403 ? "; add 'pull-requests: write' to the permissions" : ''
    core.warning(
      `The comment could not be written: ${(error as Error).message}${hint}. The summary has the report.`,
    )
  }
}

function setOutputs(comparison: Comparison): void {
  const named = (verdict: Verdict) =>
    JSON.stringify(
      comparison.rows.filter(row => row.verdict === verdict).map(row => `${row.benchmark} (${row.metric})`),
    )
  core.setOutput('outcome', comparison.outcome)
  core.setOutput('regressions', named('regression'))
  core.setOutput('improvements', named('improvement'))
  core.setOutput('inconclusive', named('inconclusive'))
}

async function comparePullRequest(values: Values, context: JobContext, candidate: Session): Promise<void> {
  const { sessions, warnings, obstacle } = await baselineOf(values, context, candidate)
  const policy = { ...defaultPolicy, alpha: values.alpha, band: values.band }
  const compared = compareStored(sessions, [candidate], { policy, assumedGrade: 'untuned' })
  const comparison: Comparison = {
    ...compared,
    explanation: obstacle ?? compared.explanation,
    warnings: [...warnings, ...compared.warnings],
  }
  const [report, document] = [workFile('report.html'), workFile('comparison.json')]
  writeFileSync(report, renderHtml(comparison, { title: values.name }))
  writeFileSync(document, renderComparisonDocument(comparison))
  core.setOutput('report-path', report)
  core.setOutput('comparison-path', document)
  setOutputs(comparison)
  await core.summary
    .addRaw(renderMarkdown(comparison, { maxBytes: maxSummaryBytes, title: values.name }), true)
    .write()
  await comment(values, context, comparison)
  const code = exitCodeOf(comparison, values['fail-on'])
  if (code !== 0) core.setFailed(`${comparison.outcome}: ${comparison.explanation}`)
}

async function leaveArtifact(
  values: Values,
  context: JobContext,
  session: Session,
  files: string[],
): Promise<void> {
  const kind = context.pullRequest ? 'candidate' : 'baseline'
  const name = artifactName(kind, values.name, session.testbed?.fingerprint ?? '')
  await uploadArtifact(name, files, context.runAttempt)
}

async function main(): Promise<void> {
  const values = parseInputs('action', name => core.getInput(name))
  if (values.token !== '') core.setSecret(values.token)
  const context = readContext(process.env)
  const session = await measure(values, context)
  const result = workFile('result.json.gz')
  writeSession(result, session)
  core.setOutput('result-path', result)
  if (context.pullRequest && values.mode === 'auto') {
    await comparePullRequest(values, context, session)
    await leaveArtifact(values, context, session, [
      result,
      workFile('report.html'),
      workFile('comparison.json'),
    ])
    return
  }
  const text = renderSession(session)
  core.info(text)
  await core.summary.addHeading(`stable-bench: ${values.name} was measured`, 3).addCodeBlock(text).write()
  await leaveArtifact(values, context, session, [result])
}

try {
  await main()
} catch (error) {
  core.setFailed(error instanceof Error ? error.message : String(error))
}
