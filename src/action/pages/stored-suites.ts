// Reads the histories of all suites of the default branch, and analyses them.
import { most, onTop } from '../../github/api/budget.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { repositoryFile } from '../../github/api/repository.ts'
import { trendArtifactName } from '../../github/artifacts/name.ts'
import { storedTrend } from '../../github/artifacts/trend-artifact.ts'
import { analyseTrend, tooFewNights } from '../../history/analyse/analyse-trend.ts'
import { mergeHistories } from '../../history/store/merge.ts'
import { pieceName, pieceReader } from '../../history/store/pieces.ts'
import { withNewNames } from '../../history/store/renames.ts'
import type { Values } from '../../inputs/values.ts'
import type { TrendHistory } from '../../model/index.ts'
import { parseConfig } from '../../policy/config-file.ts'
import type { Config } from '../../policy/config-schema.ts'
import { describedSuites, formerNames } from '../../policy/suites.ts'
import { escapeMarkdown } from '../../report/markdown/escape.ts'
import type { SiteSuite } from '../../report/site/index-page.ts'
import { logText } from '../log.ts'
import { configPath } from '../measure/checkout-config.ts'

/** A suite of the site with all that is remembered of its nights. */
export type StoredSuite = SiteSuite & { trend: TrendHistory }

/** A suite whose histories cannot be read. */
type UnreadSuite = { name: string; why: string }

/** The history of a suite under its name or one from `before`, with the `renamed` benchmarks; null where there is none. */
async function storedSuite(
  context: ConnectedJob,
  { name, before, renamed }: { name: string; before: string[]; renamed: Config['renamed'] },
): Promise<StoredSuite | UnreadSuite | null> {
  const readPiece = pieceReader()
  const search = {
    name: trendArtifactName(name),
    formerNames: before.map(trendArtifactName),
    pattern: pieceName,
    branch: context.defaultBranch ?? context.branch,
    read: (file: string, bytes: Uint8Array) => readPiece(file, bytes).history,
  }
  const { files, notes, lost } = await onTop(context.octokit, most.nightRequests, () =>
    storedTrend(context, search),
  )
  for (const note of notes) logText(`${name}: ${note}`)
  if (lost !== null) return { name, why: lost }
  if (files.length === 0) return null
  const stored = mergeHistories(files.map(each => ({ ...each, suite: name })))
  const trend = withNewNames(stored, renamed)
  const { analysis } = analyseTrend(trend)
  return {
    trend,
    analysis,
    tooFew: tooFewNights(trend, analysis),
    folder: trendArtifactName(name).slice(trendArtifactName('').length),
  }
}

/** Those that have a history, and those whose histories cannot be read. `areAll`: a configuration describes all suites. */
type StoredSuites = { suites: StoredSuite[]; unread: UnreadSuite[]; areAll: boolean }

/** A line for each suite whose histories cannot be read, for the job summary. */
export const unreadLines = ({ unread }: Pick<StoredSuites, 'unread'>): string[] =>
  unread.map(({ name, why }) => escapeMarkdown(`${name}: none of its histories can be read: ${why}`))

/** The suites with a history: those of the default branch's configuration, else `name`. Throws a refusal, InputErrors. */
export async function storedSuites(
  values: Pick<Values, 'config' | 'name'>,
  context: ConnectedJob,
): Promise<StoredSuites> {
  const path = configPath(values)
  const text = (await repositoryFile(context, { path, commit: context.sha })) ?? ''
  const settings = parseConfig(text, path)
  const { renamed } = settings
  const described = [...describedSuites(settings).keys()]
  const names = described.length > 0 ? described : [values.name]
  const found: StoredSuites = { suites: [], unread: [], areAll: described.length > 0 }
  for (const name of names) {
    const suite = await storedSuite(context, { name, before: formerNames(settings, name), renamed })
    if (suite === null) continue
    if ('why' in suite) found.unread.push(suite)
    else found.suites.push(suite)
  }
  return found
}
