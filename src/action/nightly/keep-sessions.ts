// Keeps sessions for baselines in the history of their suite. A pull request then needs one download for all of them,
// and a session outlives its own artifact. Never fails a job: without them, sessions are found one by one.
import { readFileSync } from 'node:fs'
import * as core from '@actions/core'
import { rowSettings } from '../../compare/sides/row-settings.ts'
import { readStoredSession } from '../../files/session-file.ts'
import { branchEvents } from '../../github/api/branch-events.ts'
import { leaving, leftAfter } from '../../github/api/budget.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import { type FoundResult, findBaselineResults } from '../../github/artifacts/baseline.ts'
import { branchArtifacts } from '../../github/artifacts/branch-artifacts.ts'
import { artifactName, trendArtifactName } from '../../github/artifacts/name.ts'
import { uploadTrend } from '../../github/artifacts/trend-artifact.ts'
import { firstParentDistances } from '../../github/pull-request/base-commits.ts'
import { type KeptSession, keptSession, newestKept } from '../../history/store/kept-session.ts'
import { mergeHistories } from '../../history/store/merge.ts'
import { compactPieces, memoryPiece } from '../../history/store/pieces.ts'
import type { Values } from '../../inputs/values.ts'
import type { Policy } from '../../model/index.ts'
import { logText } from '../log.ts'
import { branchPolicy, formerSuites } from '../measure/checkout-config.ts'
import { keptSessions, sessionOfRun } from '../stored-session.ts'
import { storedHistory, writeTrendFiles } from './history.ts'

const missingMost = 10
const monthMs = 30 * 24 * 3600_000

/** The session of this job: its file and its testbed's fingerprint. */
export type OwnSession = { path: string; fingerprint: string }

/** This job's session, and the nearest others of its testbed; its own alone where those cannot be read. */
export async function sessionsOfTestbed(
  { name: suite }: Pick<Values, 'name'>,
  context: ConnectedJob,
  { path, fingerprint, policy }: OwnSession & { policy: Policy },
): Promise<KeptSession[]> {
  const { branch, runId, sha: commit } = context
  const summaryOf = (benchmark: string, metric: string) => rowSettings(policy, benchmark, metric).summary
  const found = { commit, runId, createdAt: new Date().toISOString(), fingerprint }
  const own = keptSession(readStoredSession(path, readFileSync(path), path), found, summaryOf)
  try {
    return await leaving(context.octokit, leftAfter.packing, async () => {
      const stored = await keptSessions(context, { suite, fingerprint, branches: [branch], policy })
      const known = new Map(stored.results.map(each => [each.runId, each]))
      const read = (result: FoundResult): KeptSession => {
        const source = `the result of run ${result.runId}`
        sessionOfRun(result, context, source)
        const session = () => readStoredSession(result.fileName, result.bytes, source)
        return known.get(result.runId) ?? keptSession(session(), { ...result, fingerprint }, summaryOf)
      }
      const { results, notes } = await findBaselineResults(context, {
        single: artifactName('baseline', suite, fingerprint),
        kept: stored.results,
        branches: [branch],
        distances: await firstParentDistances(context, commit),
        read,
      })
      for (const note of [...stored.notes, ...notes]) logText(`Sessions: ${note}`)
      return [own, ...results.filter(each => each.runId !== runId)]
    })
  } catch (error) {
    core.warning(`Earlier sessions are not kept now: ${explainRefusal(error, 'actions: read')}`)
    return [own]
  }
}

/** Every night; on a push ten results, or a month, after a job of this testbed wrote the history (server's times). */
async function isDue(context: ConnectedJob, suite: string, fingerprint: string) {
  if (context.event !== 'push') return true
  const listed = (name: string) => branchArtifacts(context, { name, branches: [context.branch] })
  const singles = await listed(artifactName('baseline', suite, fingerprint))
  const runs = new Set(singles.map(({ runId }) => runId))
  const histories = await listed(trendArtifactName(suite))
  const last = histories.find(({ runId }) => runs.has(runId))
  const newer = singles.filter(each => each.createdAt > (last?.createdAt ?? ''))
  const newest = newer[0]?.createdAt ?? ''
  const isOld = last !== undefined && Date.parse(newest) - Date.parse(last.createdAt) > monthMs
  return newer.length >= missingMost || isOld
}

/**
 * Adds this job's session, and those that are missing, to the history, and leaves its nights as they are. Does so only
 * on the default branch and when it is time. An error only gives a warning.
 */
export async function keepSessions(values: Values, context: ConnectedJob, own: OwnSession): Promise<void> {
  if (!branchEvents.includes(context.event) || context.branch !== context.defaultBranch) return
  const name = trendArtifactName(values.name)
  try {
    const formerNames = formerSuites(values).map(trendArtifactName)
    if (!(await isDue(context, values.name, own.fingerprint))) return
    const policy = branchPolicy(values)
    const sessions = await sessionsOfTestbed(values, context, { ...own, policy })
    await uploadTrend(name, async () => {
      const stored = await storedHistory(context, { suite: values.name, name, formerNames })
      const { pieces, page } = stored
      const memory = pieces.length > 0 ? [memoryPiece(mergeHistories(pieces.map(each => each.history)))] : []
      const kept = newestKept([...stored.sessions, ...sessions]).map(({ file }) => file)
      return writeTrendFiles(name, [...compactPieces(pieces), ...memory, ...kept], page)
    })
    core.info(`Kept the sessions of ${sessions.length} runs in the artifact ${name}`)
  } catch (error) {
    core.warning(`Sessions were not kept: ${explainRefusal(error, 'actions: read')}`)
  }
}
