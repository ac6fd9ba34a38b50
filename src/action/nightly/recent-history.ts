// Reads the recent nights, which a pull request's report shows beside its rows, and which say what the place of the code does. If
// reading them fails, the job goes on and logs one line.
import { resolve } from 'node:path'
import * as core from '@actions/core'
import { leaving, leftAfter } from '../../github/api/budget.ts'
import { type ConnectedJob, type Connection, connect } from '../../github/api/connect.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import { trendArtifactName } from '../../github/artifacts/name.ts'
import { storedTrend } from '../../github/artifacts/trend-artifact.ts'
import { historyIn } from '../../history/store/directory.ts'
import { mergeHistories } from '../../history/store/merge.ts'
import { pieceName, pieceReader } from '../../history/store/pieces.ts'
import { withNamesOf } from '../../history/store/renames.ts'
import type { Values } from '../../inputs/values.ts'
import type { Policy, RowPlacement, Testbed, TrendHistory } from '../../model/index.ts'
import type { Nightly } from '../../report/words/night-levels.ts'
import { logText } from '../log.ts'
import { formerSuites } from '../measure/checkout-config.ts'
import { nightlyRows, placementsOf } from './nights-of-rows.ts'

/** The newest nights that are read, of all machines: a testbed without one of them counts as out of use. */
const nightsLookedAt = 200
const patienceMs = 15_000

/** The job with a connection that tries nothing again, and ends altogether after a while. */
export const inHaste = (
  { token }: Pick<Values, 'token'>,
  context: ConnectedJob,
  server: Partial<Connection> = {},
): ConnectedJob => ({
  ...context,
  octokit: connect(token, {
    budget: context.octokit.budget,
    ...server,
    retries: { timeoutMs: 10_000, pausesMs: [], longestPauseMs: 0 },
    until: AbortSignal.timeout(patienceMs),
  }),
})

export type NightFile = { name: string; bytes: Uint8Array }

/** The newest nights in the files of a history, whose names begin with the day of their first one. */
export function nightsInFiles(files: NightFile[]): TrendHistory | null {
  const read = pieceReader()
  const found: TrendHistory[] = []
  const newestFirst = files
    .filter(({ name }) => name.startsWith('nights-'))
    .sort((a, b) => (a.name < b.name ? 1 : -1))
  const remembered = files.filter(({ name }) => !name.startsWith('nights-'))
  let left = nightsLookedAt
  for (const { name, bytes } of newestFirst) {
    if (left <= 0) break
    const { history } = read(name, bytes)
    found.push(history)
    left -= history.nights.length
  }
  if (found.length === 0) return null
  return mergeHistories([...found, ...remembered.map(({ name, bytes }) => read(name, bytes).history)])
}

/** The newest nights of `suite` or a former name; null where there are none that can be read quickly. Never throws. */
export async function recentHistory(
  context: ConnectedJob,
  suite: string,
  formerNames: string[] = [],
): Promise<TrendHistory | null> {
  // On demand none are looked for: a workflow that only measures so has none.
  if (context.requested) return null
  try {
    const search = {
      name: trendArtifactName(suite),
      formerNames: formerNames.map(trendArtifactName),
      pattern: pieceName,
      branch: context.defaultBranch ?? '',
      wanted: 1,
      listedOnce: true,
      read: (name: string, bytes: Uint8Array): NightFile => ({ name, bytes }),
    }
    const { files, notes } = await leaving(context.octokit, leftAfter.nights, () =>
      storedTrend(context, search),
    )
    for (const note of notes) logText(`Nights: ${note}`)
    return nightsInFiles(files)
  } catch (error) {
    core.info(`The report is without the nights before: ${explainRefusal(error, 'actions: read')}`)
    return null
  }
}

type ArtifactInputs = Pick<Values, 'name' | 'token' | 'history' | 'shard' | 'config' | 'working-directory'>
type HistoryInputs = ArtifactInputs & Pick<Values, 'relink'>

/** The former names of the suite; none where the configuration has mistakes, which others name. */
function formerNamesOf(values: ArtifactInputs): string[] {
  try {
    return formerSuites(values)
  } catch {
    return []
  }
}

const inArtifacts = (values: ArtifactInputs, context: ConnectedJob) =>
  recentHistory(inHaste(values, context), values.name, formerNamesOf(values))

/** The history of a suite, from wherever its nights keep it. Artifacts are asked for only where called rows get builds of their own. */
async function keptHistory(values: HistoryInputs, context: ConnectedJob): Promise<TrendHistory | null> {
  const { history, name, relink } = values
  if (history === 'artifact') return relink === '' ? null : inArtifacts(values, context)
  try {
    return historyIn(resolve(history), name)
  } catch (error) {
    logText(`Nights: ${error instanceof Error ? error.message : error}`)
    return null
  }
}

/**
 * What the nights on `testbed` say of the place of the code. Never throws. A pull request may write into a directory: what it says of
 * interleaved runs withholds "no change" at most, and lets no row pass.
 */
export async function knownPlacements(
  values: HistoryInputs,
  context: ConnectedJob,
  { testbed, renamed }: { testbed: Testbed } & Pick<Policy, 'renamed'>,
): Promise<{ placements?: RowPlacement[] }> {
  const history = await keptHistory(values, context)
  const placements = history === null ? [] : placementsOf(withNamesOf(history, renamed), testbed)
  return placements.length === 0 ? {} : { placements }
}

/** The recent nights of rows on `testbed`, from artifacts, for a pull request; null for none. Never throws. */
export async function nightlyOf(
  values: ArtifactInputs,
  context: ConnectedJob,
  { testbed, renamed }: { testbed: Testbed | null } & Pick<Policy, 'renamed'>,
): Promise<Nightly | null> {
  if (testbed === null || context.pullRequest === null || values.history !== 'artifact') return null
  const history = await inArtifacts(values, context)
  return history && nightlyRows(withNamesOf(history, renamed), testbed)
}
