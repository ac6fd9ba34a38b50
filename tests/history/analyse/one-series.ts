import { searchSeries } from '../../../src/history/analyse/analyse-series.ts'
import { type SeriesFindings, seriesFindings } from '../../../src/history/analyse/describe-changes.ts'
import { checkLevels, type SeriesLevels } from '../../../src/history/analyse/judged-nights.ts'
import type { TrendPolicy } from '../../../src/history/analyse/trend-policy.ts'

/** One series on its own; the program judges it among all others. Throws an InputError for a value that is no number. */
export function analyseSeries(series: SeriesLevels, policy: TrendPolicy): SeriesFindings {
  checkLevels(series)
  const { judged, steps } = searchSeries(series, policy, policy.permutations)
  return seriesFindings(judged, steps, policy)
}
