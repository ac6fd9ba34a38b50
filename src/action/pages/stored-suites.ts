// Reads the histories of all suites of the default branch, and analyses them.
import { most, onTop } from '../../github/api/budget.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { repositoryFile } from '../../github/api/repository.ts'
import { trendArtifactName } from '../../github/artifacts/name.ts'
import { storedTrend } from '../../github/artifacts/trend-artifact.ts'
import { analyseTrend, tooFewNights } from '../../history/analyse/analyse-trend.ts'
import { mergeHistories } from '../../history/store/merge.ts'
import { pieceName, pieceReader } from '../../history/store/pieces.ts'
import type { Values } from '../../inputs/values.ts'
import type { TrendHistory } from '../../model/index.ts'
import { parseSettings } from '../../policy/config-file.ts'
import { describedSuites, formerNames } from '../../policy/suites.ts'
import type { SiteSuite } from '../../report/site/index-page.ts'
import { logText } from '../log.ts'
import { configPath } from '../measure/checkout-config.ts'

/** A suite of the site with all that is remembered of its nights. */
export type StoredSuite = SiteSuite & { trend: TrendHistory }

const withoutStart = (name: string) => name.slice(trendArtifactName('').length)

/** The history of a suite under its name or a former one; null where there is none that can be read. */
async function storedSuite(
  context: ConnectedJob,
  { name, before }: { name: string; before: string[] },
): Promise<StoredSuite | null> {
  const readPiece = pieceReader()
  const search = {
    name: trendArtifactName(name),
    formerNames: before.map(trendArtifactName),
    pattern: pieceName,
    branch: context.defaultBranch ?? context.branch,
    read: (file: string, bytes: Uint8Array) => readPiece(file, bytes).history,
  }
  const { files, notes } = await onTop(context.octokit, most.nightRequests, () =>
    storedTrend(context, search),
  )
  for (const note of notes) logText(`${name}: ${note}`)
  if (files.length === 0) return null
  const trend = mergeHistories(files.map(each => ({ ...each, suite: name })))
  const { analysis } = analyseTrend(trend)
  return {
    trend,
    analysis,
    tooFew: tooFewNights(trend, analysis),
    folder: withoutStart(trendArtifactName(name)),
  }
}

/**
 * The suites that have a history: those that the configuration of the default branch describes, in its order, or the one of
 * the input `name`. Throws the server's refusal, and an InputError for mistakes in the configuration.
 */
export async function storedSuites(
  values: Pick<Values, 'config' | 'name'>,
  context: ConnectedJob,
): Promise<StoredSuite[]> {
  const path = configPath(values)
  const text = await repositoryFile(context, { path, commit: context.sha })
  const settings = parseSettings(text ?? '', path)
  const described = [...describedSuites(settings).keys()]
  const names = described.length > 0 ? described : [values.name]
  const found: StoredSuite[] = []
  for (const name of names) {
    const suite = await storedSuite(context, { name, before: formerNames(settings, name) })
    if (suite) found.push(suite)
  }
  return found
}
