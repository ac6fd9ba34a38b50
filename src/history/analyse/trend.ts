// The analysis of a trend in words of its nights: every series has the nights of its own machine only, and gaps.

import type { Trend, TrendHistory, TrendSeries } from '../../model/index.ts'
import type { ChangePoint, Drift, SeriesAnalysis, TrendAnalysis } from '../../model/trend-analysis.ts'
import { median } from '../../stats/describe/summary.ts'
import { toldPlaces } from '../announce/told-places.ts'
import { type ChangePoint as FoundChange, isSameChange, type KnownChange } from './change-point.ts'
import { driftSince } from './drift-since.ts'
import { analyseHistory, type Series, type SeriesTrend } from './history.ts'
import { nightTestbeds } from './night-testbeds.ts'
import { defaultTrendPolicy, type TrendPolicy } from './settings.ts'

export type AnalysedTrend = {
  analysis: TrendAnalysis
  /** Those of its change points that somebody should be told of, and was not yet. */
  alerts: ReadonlySet<ChangePoint>
}

/** Up is worse where lower is better. */
const wayOf = (direction: 'worse' | 'better', { better }: TrendSeries) =>
  (direction === 'worse') === (better === 'lower') ? ('up' as const) : ('down' as const)

function judgedSeries(
  trend: TrendHistory,
  index: number,
  { places, testbeds }: { places: ReturnType<typeof toldPlaces>; testbeds: (string | null)[] },
): Series {
  const series = trend.series[index] as TrendSeries
  const position = (id: string) => series.nights.findIndex(night => trend.nights[night]?.id === id)
  const known = places(series).flatMap(({ told, place }): KnownChange[] => {
    if (place === null) return []
    const over = told.recovered === null ? null : position(told.recovered)
    return [{ range: place, direction: wayOf(told.direction, series), over }]
  })
  const nights = series.nights.map((night, i) => ({
    value: median(series.runs[i] as number[]),
    testbed: testbeds[night] ?? null,
  }))
  return { id: String(index), nights, known }
}

/** A change that came with the testbed is no alert, and yet should be said once, when it is as sure as one. */
function isTestbedNews(
  change: FoundChange,
  { known }: Series,
  { alertAlpha, alertNights }: TrendPolicy,
): boolean {
  const isSure = change.testbedChanged && change.p <= alertAlpha && change.nightsAfter >= alertNights
  return isSure && !known.some(other => isSameChange(other, change))
}

/** A ratio from an effect; of a level that was zero, any change is infinite. */
const ratioOf = (size: number | null) => (size === null ? Number.POSITIVE_INFINITY : 1 + size)

function changeOf(change: FoundChange, series: TrendSeries): ChangePoint {
  const night = (position: number) => series.nights[position] as number
  const { interval, range, direction } = change
  return {
    night: night(change.night),
    lastGood: night(change.lastNight),
    range: [night(range[0]), night(range[1])],
    ratio: ratioOf(change.size),
    interval: interval === null ? null : [Math.max(0, ratioOf(interval[0])), ratioOf(interval[1])],
    direction: (direction === 'up') === (series.better === 'lower') ? 'worse' : 'better',
    testbedChanged: change.testbedChanged,
  }
}

/** From the newest release that the series' machine measured. */
function sinceRelease(
  { nights }: Trend,
  series: TrendSeries,
  { own, found, policy }: { own: Series; found: SeriesTrend; policy: TrendPolicy },
): Drift | null {
  const position = series.nights.findLastIndex(night => (nights[night]?.tags.length ?? 0) > 0)
  if (position < 0) return null
  const drift = driftSince(own.nights, position, found, policy)
  if (drift === null) return null
  const [low, high] = drift.interval
  const interval: [number, number] = [Math.max(0, 1 + low), 1 + high]
  return { since: series.nights[position] as number, ratio: 1 + drift.size, interval }
}

/** Every series of a trend. What was told already is in `trend.told`; a trend that remembers nothing has none. */
export function analyseTrend(trend: TrendHistory): AnalysedTrend {
  const policy = defaultTrendPolicy
  const known = { places: toldPlaces(trend), testbeds: nightTestbeds(trend.nights) }
  const input = trend.series.map((_, index) => judgedSeries(trend, index, known))
  const history = analyseHistory(input, policy)
  const announced = new Set(
    history.alerts.map(({ id, change }) => `${id} ${change.night} ${change.direction}`),
  )
  const alerts = new Set<ChangePoint>()
  const series = history.series.map((found, index): SeriesAnalysis => {
    const own = trend.series[index] as TrendSeries
    const night = (position: number) => own.nights[position] as number
    const changePoints = found.changePoints.map(change => {
      const point = changeOf(change, own)
      const isAlert = announced.has(`${index} ${change.night} ${change.direction}`)
      if (isAlert || isTestbedNews(change, input[index] as Series, policy)) alerts.add(point)
      return point
    })
    return {
      changePoints,
      spikes: found.spikes.map(night),
      segments: found.segments.map(({ from, to, level }) => ({ from: night(from), to: night(to), level })),
      sinceRelease: sinceRelease(trend, own, { own: input[index] as Series, found, policy }),
    }
  })
  return { analysis: { series }, alerts }
}
