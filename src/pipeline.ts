// The ways through the action, each as its steps in order: a pull request (alone, or as the leg of a matrix), a branch,
// a release, and a report on the results of other jobs. src/action/events.ts says which event takes which way.
import type { JoinedResult } from './action/attempts/join.ts'
import { postedRecords } from './action/attempts/posted-records.ts'
import type { WayName } from './action/events.ts'
import { branchValues, formerWorkflows } from './action/measure/checkout-config.ts'
import { measureEventCommit, requireReadOutput } from './action/measure/event-commit.ts'
import { knownCosts } from './action/measure/known-costs.ts'
import { shardValues } from './action/measure/shard-values.ts'
import { withWrittenCommands } from './action/measure/written-commands.ts'
import { appendToHistory } from './action/nightly/append.ts'
import { keepCosts } from './action/nightly/keep-costs.ts'
import { answerRequest } from './action/on-demand/answer.ts'
import { type JobProgress, showLeg, showNothing, showSession, showState } from './action/publish/job-state.ts'
import { runReport } from './action/publish/make-report.ts'
import { ownReport } from './action/publish/own-report.ts'
import { failWhereDecided, keepOrFail, publishReport } from './action/publish/publisher.ts'
import { comparedLegs } from './action/publish/report-sections.ts'
import { findSource } from './action/publish/run/reported-run.ts'
import { reportSkipped } from './action/publish/run/skipped-run.ts'
import { comparePullRequest } from './action/pull-request/compare.ts'
import { atPresentBase } from './action/pull-request/present-base.ts'
import { type Judged, whatJudgesPull } from './action/pull-request/what-judges.ts'
import { compareRelease, whatJudgesRelease } from './action/release/compare-release.ts'
import {
  ownPage,
  ownSession,
  runPage,
  uploadBaseline,
  uploadReport,
  uploadResult,
  uploadResultWherePossible,
  writeSessions,
} from './action/upload-results.ts'
import { workFile } from './action/work-file.ts'
import { connect } from './github/api/connect.ts'
import type { JobContext } from './github/api/context.ts'
import type { Values } from './inputs/values.ts'

/** A way through the program. It notes in `progress` the facts that the report on a failure needs. */
type Way = (values: Values, context: JobContext, progress: JobProgress) => Promise<void>

/** The last steps of a job that compared its own results: keep them, report them, and fail where the report does. */
async function publishOwn(values: Values, context: JobContext, result: JoinedResult): Promise<void> {
  const files = writeSessions(result.sessions)
  const report = await ownReport(values, context, result)
  const place = ownPage(values, context, result.sessions)
  files.push(...(await publishReport(values, context, { report, place })))
  await keepOrFail(report, () => uploadResultWherePossible(values, context, result.sessions, files))
  failWhereDecided(report)
}

/** The pull request with the values that count for this job's part of the suite. */
const judgedShard = async (given: Values, context: JobContext) => {
  const judged = await whatJudgesPull(given, context)
  return { ...judged, values: shardValues(judged.values) }
}

/** What later steps need to know of the base commit's say. */
const judgedBy = ({ base, formerWorkflows }: Judged) => ({ judgedBase: base, formerWorkflows })

/** A pull request, or a group of them in a merge queue. */
const pullRequest: Way = async (given, running, progress) => {
  await showState(given, running, 'measuring')
  const judged = await judgedShard(given, running)
  const { values } = judged
  const context = await withWrittenCommands(given, { ...running, ...judgedBy(judged) })
  progress.values = values
  const result = await comparePullRequest(judged, context)
  progress.measured = true
  const { base } = judged
  const now = await atPresentBase(values, context, { base, comparison: result.comparison })
  await publishOwn(values, now.context, { ...result, comparison: now.comparison })
}

/** The leg of a matrix: a later job publishes its results, and decides. */
const leg: Way = async (given, running, progress) => {
  const judged = await judgedShard(given, running)
  const { values } = judged
  const context = await withWrittenCommands(given, { ...running, ...judgedBy(judged) })
  progress.values = values
  const costs = await knownCosts(connect(values.token), values, context)
  const { comparison, sessions } = await comparePullRequest({ ...judged, costs }, context)
  await showLeg(values, comparison)
  await uploadResult(values, context, sessions, writeSessions(sessions))
}

/** A commit of a branch: a baseline for pull requests, and perhaps a night of the trend. */
const branch: Way = async (given, running) => {
  const values = shardValues(branchValues(given))
  const context = await withWrittenCommands(given, { ...running, formerWorkflows: formerWorkflows(given) })
  const costs = await knownCosts(connect(values.token), values, context)
  const session = await measureEventCommit(values, context, costs)
  await showSession(values, session)
  requireReadOutput(session)
  const artifact = await uploadBaseline(values, context, session)
  await keepCosts(connect(values.token), values, context, { session, costs })
  // Without artifacts, only a directory can keep the nights.
  if (artifact === null && values.history === 'artifact') return
  await appendToHistory(values, context, { session, path: workFile(ownSession), artifact })
}

/** A tag or a release: the last stop for what slipped through pull requests. */
const release: Way = async (given, running, progress) => {
  const judged = whatJudgesRelease(given)
  const { policy } = judged
  const values = shardValues(judged.values)
  const context = await withWrittenCommands(given, { ...running, formerWorkflows: judged.formerWorkflows })
  progress.values = values
  const result = await compareRelease(values, context, policy)
  progress.measured = true
  await publishOwn(values, context, result)
}

/** A report on what other jobs measured: the legs of this run, or the run whose end started this job. */
const publish: Way = async (given, context, progress) => {
  const octokit = connect(given.token)
  const { source, reason } = await findSource(octokit, given, context)
  if (source === null) return showNothing(reason)
  if (source.skipped) return reportSkipped(octokit, given, source)
  const posted = await postedRecords(octokit, given, source.context)
  const { judged, ...compared } = await comparedLegs(octokit, given, { source, posted })
  const { values } = judged
  progress.values = values
  progress.measured = true
  const report = await runReport(octokit, judged, source, { ...compared, posted })
  const place = runPage(values, context)
  const files = await publishReport(values, source.context, { report, place })
  await uploadReport(values, context, files)
  failWhereDecided(report)
}

/** Measures nothing: decides whether, and which commit, another job of this run is to measure. */
const request: Way = (values, context) => answerRequest(values, context)

export const ways: Record<WayName, Way> = { pullRequest, leg, branch, release, publish, request }
