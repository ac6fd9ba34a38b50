// One night's look at a history: the analysis of all of it, what of it is news, and what is remembered from now on.
import { analyseTrend } from '../history/analyse-trend.ts'
import { isRecentChange, type Telling, type Tracked, tellChanges } from '../history/tell-changes.ts'
import type { TrendPolicy } from '../history/trend-policy.ts'
import type { TrendAnalysis } from '../model/trend-analysis.ts'
import type { TrendHistory } from '../model.ts'

export type TrendResult = {
  trend: TrendHistory
  analysis: TrendAnalysis
  telling: Telling
  /** Whether a change is new enough for somebody to be told of it. */
  isRecent: (change: Tracked) => boolean
}

/** `trend` of the result remembers what is told tonight. */
export function lookAt(history: TrendHistory, algorithm: TrendPolicy['algorithm']): TrendResult {
  const analysed = analyseTrend(history, algorithm)
  const telling = tellChanges(history, analysed)
  const trend = { ...history, told: telling.told }
  return { trend, analysis: analysed.analysis, telling, isRecent: change => isRecentChange(trend, change) }
}
