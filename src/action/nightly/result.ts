// One night's look at a history: the analysis of all of it, what is announced, and what is remembered from now on.
import { analyseTrend, tooFewNights } from '../../history/analyse/trend.ts'
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

/** `trend` of the result remembers what is announced tonight. */
export function analyseNight(history: TrendHistory): TrendResult {
  const analysed = analyseTrend(history)
  const announcements = announcementsOf(history, analysed)
  const trend = { ...history, told: announcements.announced }
  const { analysis } = analysed
  const isRecent = (change: Announcement) => isRecentChange(trend, change)
  return { trend, analysis, announcements, isRecent, tooFew: tooFewNights(trend, analysis) }
}
