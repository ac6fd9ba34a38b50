// Finds the changes that a night announces: those that are new, and those that are over. Every night analyses the whole
// history anew, and its findings move by a night or two. So an announced change is recognised by a place near its own.
import type {
  AnnouncedChange,
  ChangePoint,
  SeriesAnalysis,
  TrendHistory,
  TrendSeries,
} from '../../model/index.ts'
import type { AnalysedTrend } from '../analyse/analyse-trend.ts'
import { announcedRanges, isRecent, type LocatedChange, pairedChanges } from '../analyse/same-change.ts'
import { defaultTrendPolicy } from '../analyse/trend-policy.ts'
import { isOver, levelBefore } from './change-over.ts'

const mostNights = 100

/** A change, with the change point that tonight's analysis finds for it; null where it finds none. */
export type Announcement = { change: AnnouncedChange; series: number; point: ChangePoint | null }

export type Announcements = {
  /** All changes to remember from now on. */
  announced: AnnouncedChange[]
  /** Changes that are new tonight and recent. */
  fresh: Announcement[]
  /** Changes that were found to be over tonight. */
  over: Announcement[]
  /** All changes that were not over before tonight. */
  current: Announcement[]
}

function newChange(
  history: TrendHistory,
  index: number,
  analysis: SeriesAnalysis,
  point: ChangePoint,
): AnnouncedChange {
  const series = history.series[index] as TrendSeries
  const { benchmark, metric, machine } = series
  const within = series.nights.filter(night => point.range[0] <= night && night <= point.range[1])
  const nights = (within.length === 0 ? [point.night] : within).slice(0, mostNights)
  return {
    benchmark,
    metric,
    machine,
    direction: point.direction,
    nights: nights.map(night => history.nights[night]?.id ?? ''),
    told: history.nights[series.nights.at(-1) ?? -1]?.id ?? '',
    before: levelBefore(series, analysis, point),
    // Infinite where the level was zero, which no document can hold.
    ratio: Math.min(point.ratio, 1e12),
    recovered: null,
  }
}

/** Whether a change is new enough to be announced. Those of the first analysis, for example, are only on the page. */
export function isRecentChange({ series }: TrendHistory, { series: index, point }: Announcement): boolean {
  return point !== null && isRecent(point, series[index]?.nights ?? [], defaultTrendPolicy.recentNights)
}

type OwnFindings = {
  analysis: SeriesAnalysis
  located: LocatedChange[]
  toAnnounce: ReadonlySet<ChangePoint>
}

function ofSeries(
  history: TrendHistory,
  index: number,
  { analysis, located, toAnnounce }: OwnFindings,
): Announcements {
  const series = history.series[index] as TrendSeries
  const pairs = pairedChanges(series.nights, analysis.changePoints, located)
  const added = analysis.changePoints
    .filter(point => toAnnounce.has(point) && !pairs.has(point))
    .map(
      (point): Announcement => ({ change: newChange(history, index, analysis, point), series: index, point }),
    )
  const tonight = history.nights[series.nights.at(-1) ?? -1]?.id ?? null
  const earlier = located
    .filter(({ change }) => change.recovered === null)
    .map(each => {
      const point = [...pairs].find(([, pair]) => pair === each)?.[0] ?? null
      const over = isOver({ ...each, point }, series, analysis)
      const change = over ? { ...each.change, recovered: tonight } : each.change
      return { change, series: index, point }
    })
  const current = [...earlier, ...added]
  const ended = located.map(({ change }) => change).filter(({ recovered }) => recovered !== null)
  return {
    announced: [...ended, ...current.map(({ change }) => change)],
    fresh: added.filter(each => isRecentChange(history, each)),
    over: earlier.filter(({ change }) => change.recovered !== null),
    current,
  }
}

/** The announcements of tonight's analysis of a history. Only series that gate are announced. */
export function announcementsOf(
  history: TrendHistory,
  { analysis, toAnnounce }: AnalysedTrend,
): Announcements {
  const located = announcedRanges(history)
  const all = history.series.map((series, index): Announcements => {
    const own = { analysis: analysis.series[index] as SeriesAnalysis, located: located(series), toAnnounce }
    if (series.gates) return ofSeries(history, index, own)
    // It may gate again: its changes must not be announced twice.
    return { announced: own.located.map(({ change }) => change), fresh: [], over: [], current: [] }
  })
  return {
    announced: all.flatMap(({ announced }) => announced),
    fresh: all.flatMap(({ fresh }) => fresh),
    over: all.flatMap(({ over }) => over),
    current: all.flatMap(({ current }) => current),
  }
}
