// Analyses a history on one night: the change points of all of it, what is announced now, and what is remembered for later
// nights.
import { analyseTrend, tooFewNights } from '../../history/analyse/analyse-trend.ts'
import {
  type Announcement,
  type Announcements,
  announcementsOf,
  isRecentChange,
} from '../../history/announce/announcements.ts'
import type { TrendHistory } from '../../model/index.ts'
import type { TooFewNights, TrendAnalysis } from '../../model/trend-analysis.ts'

export type TrendResult = {
  trend: TrendHistory
  analysis: TrendAnalysis
  announcements: Announcements
  /** Whether a change is new enough to be announced. */
  isRecent: (change: Announcement) => boolean
  /** Where the history is too short for changes to be looked for. */
  tooFew: TooFewNights | null
}

/** Analyses a history with this night in it. `trend` of the result remembers what is announced now. */
export function analyseNight(history: TrendHistory): TrendResult {
  const analysed = analyseTrend(history)
  const announcements = announcementsOf(history, analysed)
  const trend = { ...history, told: announcements.announced }
  const { analysis } = analysed
  const isRecent = (change: Announcement) => isRecentChange(trend, change)
  return { trend, analysis, announcements, isRecent, tooFew: tooFewNights(trend, analysis) }
}
