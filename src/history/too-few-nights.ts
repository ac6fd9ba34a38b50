// Whether a history is too short for changes to be looked for at all.
import type { TrendAnalysis } from '../model/trend-analysis.ts'
import type { Trend } from '../model.ts'
import { defaultTrendPolicy, type TrendPolicy } from './trend-policy.ts'

/**
 * The judged nights of the longest series and how many are needed; null where that many are there. Otava takes any
 * number.
 */
export function tooFewNights(
  { series }: Trend,
  analysis: TrendAnalysis,
  algorithm: TrendPolicy['algorithm'],
): { nights: number; needed: number } | null {
  if (algorithm === 'otava') return null
  const judged = series.map(({ nights }, i) => nights.length - (analysis.series[i]?.spikes.length ?? 0))
  const most = Math.max(0, ...judged)
  const { minNights } = defaultTrendPolicy
  return most < minNights ? { nights: most, needed: minNights } : null
}
