// Analyses a history on one night: its change points, the changes to announce now, and those to remember.
import { analyseTrend, tooFewNights } from '../../history/analyse/analyse-trend.ts'
import { type Announcements, announcementsOf } from '../../history/announce/announcements.ts'
import type { TooFewNights, TrendAnalysis, TrendHistory } from '../../model/index.ts'

export type TrendResult = {
  trend: TrendHistory
  analysis: TrendAnalysis
  announcements: Announcements
  /** Where the history is too short for changes to be looked for. */
  tooFew: TooFewNights | null
}

/** Analyses a history with this night in it. `trend` of the result remembers what is announced now. */
export function analyseNight(history: TrendHistory): TrendResult {
  const analysed = analyseTrend(history)
  const announcements = announcementsOf(history, analysed)
  const trend = { ...history, told: announcements.announced }
  const { analysis } = analysed
  return { trend, analysis, announcements, tooFew: tooFewNights(trend, analysis) }
}
