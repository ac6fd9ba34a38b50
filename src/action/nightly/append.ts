// Adds a job's session to the history of its suite. A night analyses it all and announces what is new. The job fails where the next
// night would meet the same error. After one of the server the next night adds the session, from its own artifact.
import { writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as core from '@actions/core'
import { rowSettings } from '../../compare/sides/row-settings.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { explainRefusal, isForbidden } from '../../github/api/explain-refusal.ts'
import { trendArtifactName } from '../../github/artifacts/name.ts'
import { uploadTrend } from '../../github/artifacts/trend-artifact.ts'
import type { TrackingIssue } from '../../github/posts/tracking-issue.ts'
import { smallestSteps } from '../../history/analyse/smallest-step.ts'
import { appendToDirectory, rememberInDirectory, takeOver } from '../../history/store/directory.ts'
import { newestKept } from '../../history/store/kept-session.ts'
import { type NightSettings, nightOfSession } from '../../history/store/night-of.ts'
import { memoryPiece } from '../../history/store/pieces.ts'
import { withNewNames } from '../../history/store/renames.ts'
import type { Values } from '../../inputs/values.ts'
import { parseShard, suiteOf } from '../../job/request/shard.ts'
import type { Policy, Session, TrendHistory } from '../../model/index.ts'
import { renderTrendHtml } from '../../report/trend/page/html.ts'
import { visibleText } from '../../report/words/visible-text.ts'
import { runSummary } from '../../stats/describe/summary.ts'
import { eventOf } from '../events.ts'
import { branchPolicy, formerSuites } from '../measure/checkout-config.ts'
import { writeSummary } from '../publish/outlets.ts'
import { analyseNight, type TrendResult } from './analyse-night.ts'
import { setTrendOutputs, trendMarkdown } from './announce.ts'
import { collectHistory, HistoryLost, writeTrendFiles } from './history.ts'
import { trackChanges, withIssues } from './issues.ts'
import { keepSessions, type OwnSession, sessionsOfTestbed } from './keep-sessions.ts'

function settingsOf(context: JobContext, policy: Policy, artifact: number | undefined): NightSettings {
  const { runUrl, runAttempt, branch } = context
  return {
    repository: runUrl.replace(/\/actions\/runs\/.*$/, ''),
    url: `${runUrl}/attempts/${runAttempt}`,
    ref: branch,
    artifact,
    row: (benchmark, metric) => {
      const { summary, gate, better } = rowSettings(policy, benchmark, metric)
      return { summary: run => runSummary(run, summary), gates: gate, better }
    },
  }
}

type Made = { result: TrendResult; issues: TrackingIssue[]; page: string }

async function tell({ result, issues, page }: Made, where: string): Promise<void> {
  setTrendOutputs(result, issues, page)
  await writeSummary(trendMarkdown(result, issues, where))
}

/** Says so where the history has left this night out. */
function noteRepeated({ nights }: TrendHistory, { nights: [own] }: TrendHistory): void {
  if (own === undefined || nights.some(({ id }) => id === own.id)) return
  const later = `later nights of ${visibleText(own.machine)} have measured other commits`
  core.notice(`This run is no night of the trend: it was repeated after ${later}.`)
}

/** Looks at a history and tracks what is new in it. The history of the result remembers both. */
async function looked(values: Values, context: ConnectedJob, history: TrendHistory, opened: TrackingIssue[]) {
  const result = analyseNight(history)
  const isAsked = values.issues === 'auto'
  const { issues } = isAsked ? await trackChanges(context, result, opened) : { issues: [] }
  const trend = { ...result.trend, told: withIssues(result.trend, issues) }
  const smallest = smallestSteps(trend, result.analysis)
  const html = renderTrendHtml(trend, result.analysis, { tooFew: result.tooFew, smallest })
  return { result: { ...result, trend }, issues, html }
}

type NightOf = { night: TrendHistory; settings: NightSettings; policy: Policy; own: OwnSession }

/** Where the history of the suite may be under its former names: beside its own directory, or in the same one. */
function formerHistories(values: Values, directory: string) {
  const shard = parseShard(values.shard)
  return formerSuites(values).flatMap(suite =>
    [join(dirname(directory), suiteOf(suite, shard)), directory].map(each => ({ suite, directory: each })),
  )
}

async function inDirectory(values: Values, context: ConnectedJob, { night, policy }: NightOf): Promise<void> {
  const directory = resolve(values.history)
  takeOver(directory, values.name, formerHistories(values, directory))
  const history = withNewNames(appendToDirectory(directory, night), policy.renamed)
  noteRepeated(history, night)
  const { result, issues, html } = await looked(values, context, history, [])
  const page = join(directory, 'trend.html')
  writeFileSync(page, html)
  rememberInDirectory(directory, result.trend)
  await tell({ result, issues, page }, 'The page with all charts is in the directory of the history.')
}

async function inArtifact(
  values: Values,
  context: ConnectedJob,
  { night, settings, policy, own }: NightOf,
): Promise<void> {
  const name = trendArtifactName(values.name)
  const sessions = await sessionsOfTestbed(values, context, { ...own, policy })
  const formerNames = formerSuites(values).map(trendArtifactName)
  const request = { suite: values.name, name, formerNames, night, settings }
  const made: Made[] = []
  const prepare = async (): Promise<string[]> => {
    const { history: collected, pieces, ...stored } = await collectHistory(context, request)
    const kept = newestKept([...stored.sessions, ...sessions]).map(({ file }) => file)
    const history = withNewNames(collected, policy.renamed)
    const opened = made.flatMap(({ issues }) => issues)
    // A history that cannot be analysed is kept all the same, without a page. The next night cannot analyse it either.
    const look = await looked(values, context, history, opened).catch((error: Error) => {
      core.setFailed(`The history could not be analysed: ${error.message}`)
      return null
    })
    const memory = memoryPiece(look?.result.trend ?? history)
    const files = writeTrendFiles(name, [...pieces, memory, ...kept], look?.html ?? null)
    if (look) made.push({ ...look, page: files.at(-1) ?? '' })
    return files
  }
  try {
    await uploadTrend(name, prepare)
  } catch (error) {
    const why = explainRefusal(error, 'actions: read')
    const told = `The history was not updated: ${why}. The next night picks this session up from its own artifact.`
    // The next night meets the same error, and nobody looks at a green night: so this one fails.
    if (error instanceof HistoryLost || isForbidden(error)) core.setFailed(told)
    else core.error(told)
  }
  const last = made.at(-1)
  if (last === undefined) return
  noteRepeated(last.result.trend, night)
  await tell(last, `The page with all charts is \`trend.html\` in the artifact \`${name}\`.`)
}

/** Adds a session to its history: as a night, or to those kept for baselines. `artifact`: its id, null where none is kept. */
export async function appendToHistory(
  values: Values,
  context: ConnectedJob,
  { session, path, artifact }: { session: Session; path: string; artifact: number | null | undefined },
): Promise<void> {
  const { isNight } = eventOf(context)
  try {
    const own = { path, fingerprint: session.testbed?.fingerprint ?? '' }
    if (artifact !== null && (!isNight || values.history !== 'artifact')) {
      await keepSessions(values, context, own)
    }
    if (!isNight) return
    const policy = branchPolicy(values)
    const settings = settingsOf(context, policy, artifact ?? undefined)
    const night = nightOfSession(session, settings)
    const where = values.history === 'artifact' ? inArtifact : inDirectory
    await where(values, context, { night, settings, policy, own })
  } catch (error) {
    // Of the checkout or of this machine: the next night meets it again, and nobody looks at a green one.
    core.setFailed(`The history could not be updated: ${(error as Error).message}`)
  }
}
