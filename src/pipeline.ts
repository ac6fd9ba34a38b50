// The ways through the action, each as its steps in order: a pull request (alone, or as the leg of a matrix), a branch,
// a release, and a report on the results of other jobs. src/action/events.ts says which event takes which way.
import { postedRecords } from './action/attempts/posted-records.ts'
import { bisectIssues } from './action/bisect/bisect-issues.ts'
import { eventOf, type WayName } from './action/events.ts'
import type { Builds } from './action/measure/builds.ts'
import { formerWorkflows } from './action/measure/checkout-config.ts'
import type { JobSuite } from './action/measure/job-request.ts'
import { knownCosts } from './action/measure/known-costs.ts'
import { measureCandidate } from './action/measure/measure-commits.ts'
import { eventCommit } from './action/measure/measured-commit.ts'
import { appendToHistory } from './action/nightly/append.ts'
import { keepCosts } from './action/nightly/keep-costs.ts'
import { trackNight } from './action/nightly/track-night.ts'
import { answerRequest } from './action/on-demand/answer.ts'
import { makeSite } from './action/pages/site.ts'
import { type JobProgress, showNothing, showSession, showState } from './action/publish/job-state.ts'
import { runReport } from './action/publish/make-report.ts'
import { publishOwn } from './action/publish/publish-own.ts'
import { failWhereDecided, publishReport } from './action/publish/publisher.ts'
import { comparedLegs } from './action/publish/report-sections.ts'
import { refuseOther } from './action/publish/run/check-of-other.ts'
import { findSource } from './action/publish/run/reported-run.ts'
import { reportSkipped } from './action/publish/run/skipped-run.ts'
import { orFailedCheck } from './action/publish/run/unjudged-run.ts'
import { withCommentRight } from './action/pull-request/comment-right.ts'
import { measureSuite } from './action/pull-request/compare.ts'
import { atPresentBase } from './action/pull-request/present-base.ts'
import { whatJudgesPull } from './action/pull-request/what-judges.ts'
import { measureRelease, tagBefore, whatJudgesRelease } from './action/release/compare-release.ts'
import { branchSuites, releaseSuites } from './action/suites/branch-suites.ts'
import { assertReadableLegs } from './action/suites/leg-limit.ts'
import { keepEach, measureEach } from './action/suites/measure-each.ts'
import { assertOneReporter } from './action/suites/one-reporter.ts'
import { type PullSuite, pullSuites } from './action/suites/pull-suites.ts'
import { contextsOf, resultsOf, uploadLeg } from './action/suites/results.ts'
import {
  ownSession,
  requireReadOutput,
  runPage,
  uploadBaseline,
  uploadReport,
  writeSessions,
} from './action/upload-results.ts'
import { endedNight } from './github/api/branch-events.ts'
import type { ConnectedJob } from './github/api/connect.ts'
import type { JobContext } from './github/api/context.ts'
import type { Values } from './inputs/values.ts'

/** A way through the program. It notes in `progress` the facts that the report on a failure needs. */
type Way = (values: Values, context: ConnectedJob, progress: JobProgress) => Promise<void>

/** What is measured of a pull request, and what judges it, before anything is. */
async function askedOf(given: Values, running: ConnectedJob) {
  const judged = await whatJudgesPull(given, running)
  const suites = await pullSuites(judged, running)
  const known = { ...running, judgedBase: judged.base, formerWorkflows: judged.formerWorkflows }
  const { contextOf, name } = await contextsOf(given, known, suites)
  return { judged, ...suites, contextOf, values: { ...judged.values, name } }
}

/** A pull request, or a group of them in a merge queue. */
const pullRequest: Way = async (inputs, running, progress) => {
  const given = await withCommentRight(inputs, running)
  progress.values = given
  await showState(given, running, 'measuring')
  const asked = await askedOf(given, running)
  const { judged, measured, untouched, missing, contextOf, values } = asked
  progress.values = values
  await assertOneReporter(values.name, running, { directory: given['working-directory'], base: judged.base })
  const fates = await measureEach(given, asked, (suite, builds) =>
    measureSuite(suite, contextOf(suite), { judged, builds }),
  )
  progress.measured = true
  const { base, policy, notes, broken } = judged
  const results = resultsOf(measured, fates, contextOf)
  const now = await atPresentBase(contextOf(), { base, results })
  await publishOwn(values, now.context, { results: now.results, untouched, missing, policy, notes, broken })
}

/** The leg of a matrix: a later job publishes its results, and decides. */
const leg: Way = async (given, running, progress) => {
  const asked = await askedOf(given, running)
  const { judged, measured, described, contextOf, values } = asked
  progress.values = values
  await assertReadableLegs(running, given['working-directory'], {
    own: measured.length,
    settings: judged.configs.proposed,
  })
  let { untouched } = asked
  const measure = async (suite: PullSuite, builds: Builds) => {
    const context = contextOf(suite)
    const costs = await knownCosts(suite.values, context)
    const joined = await measureSuite(suite, context, { judged, costs, builds })
    return async () => {
      await uploadLeg(suite.values, context, { joined, notes: judged.notes, described, untouched })
      untouched = []
    }
  }
  await keepEach(given, asked, { measure, leg: running })
}

/** Throws where a night could not be kept: nobody reads the log of a green one. */
function requireNoNight(context: JobContext): void {
  if (!eventOf(context).isNight) return
  throw new Error(
    'the night is lost: this server keeps no artifacts that the action can write; set the input history to a directory of the ' +
      'machine that outlives the job',
  )
}

/** A commit of a branch: baselines for pull requests, and perhaps a night of the trend. */
const branch: Way = async (given, running) => {
  const suites = branchSuites(given)
  const known = { ...running, formerWorkflows: formerWorkflows(given) }
  const { contextOf } = await contextsOf(given, known, suites)
  const measure = async (suite: JobSuite, builds: Builds) => {
    const { values } = suite
    const context = contextOf(suite)
    const costs = await knownCosts(values, context)
    const notes = await eventCommit(values, context)
    const session = await measureCandidate(values, context, { notes, costs, builds })
    await showSession(values, session)
    requireReadOutput(session)
    const files = writeSessions(suites.described ? values.name : null, { [ownSession]: session })
    return async () => {
      const artifact = await uploadBaseline(values, context, { session, files })
      await keepCosts(values, context, { session, costs })
      // Without artifacts, only a directory can keep the nights.
      if (artifact === null && values.history === 'artifact') return requireNoNight(context)
      await appendToHistory(values, context, { session, path: files[0] ?? '', artifact })
    }
  }
  await keepEach(given, suites, { measure, leg: null })
}

/** A tag or a release: the last stop for what slipped through pull requests. */
const release: Way = async (given, running, progress) => {
  const judged = whatJudgesRelease(given)
  const { policy } = judged
  const tag = await tagBefore(given, running)
  const suites = await releaseSuites(running, judged, tag)
  const { measured, missing } = suites
  const known = { ...running, formerWorkflows: judged.formerWorkflows }
  const { contextOf, name } = await contextsOf(given, known, suites)
  const values = { ...judged.values, name }
  progress.values = values
  const fates = await measureEach(given, suites, (suite, builds) =>
    measureRelease(suite, contextOf(suite), { policy, tag, builds }),
  )
  progress.measured = true
  const results = resultsOf(measured, fates, contextOf)
  const own = { results, untouched: [], missing, policy, notes: [], broken: null }
  await publishOwn(values, contextOf(), own)
}

/** A report on what other jobs measured: the legs of this run, or the run whose end started this job. Issues after a night. */
const publish: Way = async (given, context, progress) => {
  const source = await findSource(given, context)
  const night = typeof source === 'string' && given.issues === 'auto' ? endedNight(context) : null
  if (night !== null && typeof source === 'string') return trackNight(given, night, source)
  if (typeof source === 'string') {
    if (context.endedRun === null && (await refuseOther(given, context))) return
    return showNothing(source)
  }
  if (source.skipped) return reportSkipped(given, source)
  const posted = await postedRecords(given, source.context)
  const found = await orFailedCheck(given, source, () => comparedLegs(given, { source, posted }))
  if (found === null) return
  const { judged, ...compared } = found
  const { values } = judged
  progress.values = values
  progress.measured = true
  const report = await runReport(judged, source, { ...compared, posted })
  const place = runPage(values, context)
  const files = await publishReport(values, source.context, { report, place })
  await uploadReport(values, context, files)
  failWhereDecided(report)
}

/** Of the last three, `request` decides which commit another job measures, `bisect` searches for that of a change, `pages` makes the site. */
export const ways: Record<WayName, Way> = {
  pullRequest,
  leg,
  branch,
  release,
  publish,
  request: answerRequest,
  bisect: bisectIssues,
  pages: (values, context) => makeSite(values, endedNight(context) ?? context),
}
