// One night's look at a history: the analysis of all of it, what of it is news, and what is remembered from now on.

import { tooFewNights } from '../../history/analyse/too-few-nights.ts'
import { analyseTrend } from '../../history/analyse/trend.ts'
import {
  isRecentChange,
  type Telling,
  type Tracked,
  tellChanges,
} from '../../history/announce/tell-changes.ts'
import type { TrendHistory } from '../../model/index.ts'
import type { TooFewNights, TrendAnalysis } from '../../model/trend-analysis.ts'

export type TrendResult = {
  trend: TrendHistory
  analysis: TrendAnalysis
  telling: Telling
  /** Whether a change is new enough for somebody to be told of it. */
  isRecent: (change: Tracked) => boolean
  /** Where the history is too short for changes to be looked for. */
  tooFew: TooFewNights | null
}

/** `trend` of the result remembers what is told tonight. */
export function lookAt(history: TrendHistory): TrendResult {
  const analysed = analyseTrend(history)
  const telling = tellChanges(history, analysed)
  const trend = { ...history, told: telling.told }
  const { analysis } = analysed
  const isRecent = (change: Tracked) => isRecentChange(trend, change)
  return { trend, analysis, telling, isRecent, tooFew: tooFewNights(trend, analysis) }
}
