// Analyses a history on one night: the change points of all of it, what is announced now, and what is remembered for later nights.

import { tooFewNights } from '../../history/analyse/too-few-nights.ts'
import { analyseTrend } from '../../history/analyse/trend.ts'
import {
  isRecentChange,
  type Telling,
  type Tracked,
  tellChanges,
} from '../../history/announce/tell-changes.ts'
import type { TrendHistory } from '../../model/index.ts'
import type { TrendAnalysis } from '../../model/trend-analysis.ts'
import type { TooFewNights } from '../../report/trend/too-few-nights.ts'

export type TrendResult = {
  trend: TrendHistory
  analysis: TrendAnalysis
  telling: Telling
  /** Whether a change is new enough for somebody to be told of it. */
  isRecent: (change: Tracked) => boolean
  /** Where the history is too short for changes to be looked for. */
  tooFew: TooFewNights | null
}

/** Analyses a history with this night in it. `trend` of the result remembers what is announced now. */
export function analyseNight(history: TrendHistory): TrendResult {
  const analysed = analyseTrend(history)
  const telling = tellChanges(history, analysed)
  const trend = { ...history, told: telling.told }
  const { analysis } = analysed
  const isRecent = (change: Tracked) => isRecentChange(trend, change)
  return { trend, analysis, telling, isRecent, tooFew: tooFewNights(trend, analysis) }
}
