// Which changes are news, and which are over. The whole history is analysed anew every night, and what it finds moves
// by a night or two: a change that was told is recognised by where it is, not by being the same to the digit.

import type { ToldChange, TrendHistory, TrendSeries } from '../../model/index.ts'
import type { ChangePoint, SeriesAnalysis } from '../../model/trend-analysis.ts'
import { isOver, levelBefore } from '../analyse/change-over.ts'
import type { AnalysedTrend } from '../analyse/trend.ts'
import { type Place, type ToldPlace, toldPlaces } from './told-places.ts'

/** Nights by which two sights of one change may miss each other. */
const nearby = 3
/** What a history begins with, or what was found this late, is on the page and no news. */
const newsNights = 30
const mostNights = 100

/** A change that was told, or is news, with what tonight's analysis has of it. */
export type Tracked = { told: ToldChange; series: number; point: ChangePoint | null }

export type Telling = {
  /** All that is remembered from now on. */
  told: ToldChange[]
  news: Tracked[]
  /** What was found to be over tonight. */
  over: Tracked[]
  /** News included; without what was over before. */
  tracked: Tracked[]
}

/** How far two places are apart; 0 where they touch. */
const gap = ([a, b]: Place, [c, d]: Place) => Math.max(0, c - b, a - d)

/** Where the nights of a point are in its series. */
function placeOf({ range }: ChangePoint, { nights }: TrendSeries): Place {
  const before = (night: number) => nights.filter(each => each < night).length
  return [before(range[0]), Math.max(before(range[0]), before(range[1] + 1) - 1)]
}

function newlyTold(
  history: TrendHistory,
  index: number,
  analysis: SeriesAnalysis,
  point: ChangePoint,
): ToldChange {
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

/** Whether somebody should be told: what a history begins with is on its page. */
export function isRecentChange({ series }: TrendHistory, { series: index, point }: Tracked): boolean {
  const nights = series[index]?.nights ?? []
  return point !== null && point.range[1] >= (nights.at(-newsNights) ?? nights[0] ?? 0)
}

/** Each point with the change that was told of it, the nearest one; every told change is of one point at most. */
function matched(
  points: ChangePoint[],
  known: ToldPlace[],
  series: TrendSeries,
): Map<ChangePoint, ToldChange> {
  const pairs = points.flatMap(point =>
    known.flatMap(({ told, place }) => {
      const apart = place === null ? Number.POSITIVE_INFINITY : gap(place, placeOf(point, series))
      return told.direction === point.direction && apart <= nearby ? [{ point, told, apart }] : []
    }),
  )
  const found = new Map<ChangePoint, ToldChange>()
  for (const { point, told } of pairs.sort((a, b) => a.apart - b.apart)) {
    if (!found.has(point) && ![...found.values()].includes(told)) found.set(point, told)
  }
  return found
}

type Own = {
  series: TrendSeries
  analysis: SeriesAnalysis
  known: ToldPlace[]
  alerts: ReadonlySet<ChangePoint>
}

/** What is told of one series. */
function tellSeries(history: TrendHistory, index: number, { series, analysis, known, alerts }: Own): Telling {
  const pairs = matched(analysis.changePoints, known, series)
  const fresh = analysis.changePoints
    .filter(point => alerts.has(point) && !pairs.has(point))
    .map((point): Tracked => ({ told: newlyTold(history, index, analysis, point), series: index, point }))
  const pointOf = (told: ToldChange) => [...pairs].find(([, each]) => each === told)?.[0] ?? null
  const earlier = known
    .filter(({ told }) => told.recovered === null)
    .map(({ told, place }) => ({ tracked: { told, series: index, point: pointOf(told) }, place }))
  const over = earlier.filter(({ tracked, place }) => isOver(tracked, series, analysis, place))
  const tonight = history.nights[series.nights.at(-1) ?? -1]?.id ?? null
  for (const { tracked } of over) tracked.told = { ...tracked.told, recovered: tonight }
  const tracked = [...earlier.map(each => each.tracked), ...fresh]
  return {
    told: [
      ...known.map(({ told }) => told).filter(told => told.recovered !== null),
      ...tracked.map(({ told }) => told),
    ],
    news: fresh.filter(each => isRecentChange(history, each)),
    over: over.map(each => each.tracked),
    tracked,
  }
}

/**
 * What is news in tonight's analysis of a history, and what is over; only series that gate are told of. What a history
 * begins with is no news when it is more than thirty nights old.
 */
export function tellChanges(history: TrendHistory, { analysis, alerts }: AnalysedTrend): Telling {
  const places = toldPlaces(history)
  const tellings = history.series.flatMap((series, index) => {
    const own = analysis.series[index]
    const known = places(series).filter(({ place }) => place !== null)
    // It may gate again: what was told of it must not be told twice.
    if (!own || !series.gates)
      return [{ told: known.map(({ told }) => told), news: [], over: [], tracked: [] }]
    return [tellSeries(history, index, { series, analysis: own, known, alerts })]
  })
  const all = <Part>(part: (telling: Telling) => Part[]) => tellings.flatMap(part)
  return {
    told: all(({ told }) => told),
    news: all(({ news }) => news),
    over: all(({ over }) => over),
    tracked: all(({ tracked }) => tracked),
  }
}
