// Whether a history is too short for changes to be looked for at all.

import type { Trend } from '../../model/index.ts'
import type { TooFewNights, TrendAnalysis } from '../../model/trend-analysis.ts'
import { defaultTrendPolicy } from './settings.ts'

/** The judged nights of the longest series and how many are needed; null where that many are there. */
export function tooFewNights({ series }: Trend, analysis: TrendAnalysis): TooFewNights | null {
  const judged = series.map(({ nights }, i) => nights.length - (analysis.series[i]?.spikes.length ?? 0))
  const most = Math.max(0, ...judged)
  const { minNights } = defaultTrendPolicy
  return most < minNights ? { nights: most, needed: minNights } : null
}
