// The analysis of a trend: every series has the nights of its own machine only, and gaps.
import {
  changedFacts,
  type Night,
  type Trend,
  type TrendHistory,
  type TrendSeries,
} from '../../model/index.ts'
import type { ChangePoint, Drift, TooFewNights, TrendAnalysis } from '../../model/trend-analysis.ts'
import { median } from '../../stats/describe/summary.ts'
import { analyseHistory, isAnnounced } from './analyse-all-series.ts'
import { announcedRanges } from './announced-ranges.ts'
import { driftSince } from './drift-since.ts'
import type { SeriesLevels } from './judged-nights.ts'
import type { FoundChange } from './same-change.ts'
import { defaultTrendPolicy as policy } from './trend-policy.ts'

export type AnalysedTrend = {
  analysis: TrendAnalysis
  /** Those of its change points that are sure enough to be announced and were not announced yet. */
  toAnnounce: ReadonlySet<ChangePoint>
}

/**
 * A key for each night, equal for neighbours on the same testbed, also where an upgrade of stable-bench changed the
 * fingerprint; null where the night does not know its testbed. Nights are in order of time, of any machines.
 */
function nightTestbeds(nights: Night[]): (string | null)[] {
  const next = new Map<string, { night: Night; key: string }>()
  // From the newest on: where only the later night records a setting, its key is the fuller one.
  const keys = nights.toReversed().map(night => {
    if (night.fingerprint === '') return null
    const later = next.get(night.machine)
    const isSame = later && changedFacts(night, later.night) === null
    const key = isSame ? later.key : JSON.stringify([night.fingerprint, night.facts])
    next.set(night.machine, { night, key })
    return key
  })
  return keys.reverse()
}

function levelsOf(trend: TrendHistory): SeriesLevels[] {
  const announced = announcedRanges(trend)
  const testbeds = nightTestbeds(trend.nights)
  return trend.series.map((series, index) => ({
    id: `series ${index}`,
    better: series.better,
    nights: series.nights.map((night, i) => ({
      night,
      value: median(series.runs[i] as number[]),
      testbed: testbeds[night] ?? null,
    })),
    announced: announced(series),
  }))
}

/**
 * A change that came with the testbed blames no commit. It is announced all the same, once, when it is as sure as one.
 */
function isSureTestbedChange(change: FoundChange, levels: SeriesLevels): boolean {
  const { announceAlpha, announceNights } = policy
  const isSure = change.testbedChanged && change.p <= announceAlpha && change.nightsAfter >= announceNights
  return isSure && !isAnnounced(change, levels)
}

/** A change point as documents have it. */
function pointOf(change: FoundChange): ChangePoint {
  const { night, lastGood, range, ratio, interval, direction, testbedChanged } = change
  return { night, lastGood, range, ratio, interval, direction, testbedChanged }
}

/** From the newest release that the series' machine measured. */
function sinceRelease(
  { nights }: Trend,
  series: TrendSeries,
  levels: SeriesLevels,
  changes: FoundChange[],
): Drift | null {
  const since = series.nights.findLast(night => (nights[night]?.tags.length ?? 0) > 0)
  return since === undefined ? null : driftSince(levels, since, changes, policy)
}

/** Every series of a trend. Announced changes are in `trend.told`. */
export function analyseTrend(trend: TrendHistory): AnalysedTrend {
  const all = levelsOf(trend)
  const toAnnounce = new Set<ChangePoint>()
  const series = analyseHistory(all, policy).map((found, index) => {
    const levels = all[index] as SeriesLevels
    const changePoints = found.changePoints.map(change => {
      const point = pointOf(change)
      if (found.toAnnounce.includes(change) || isSureTestbedChange(change, levels)) toAnnounce.add(point)
      return point
    })
    return {
      changePoints,
      spikes: found.spikes,
      segments: found.segments,
      sinceRelease: sinceRelease(trend, trend.series[index] as TrendSeries, levels, found.changePoints),
    }
  })
  return { analysis: { series }, toAnnounce }
}

/** The judged nights of the longest series and how many are needed; null where that many are there. */
export function tooFewNights({ series }: Trend, analysis: TrendAnalysis): TooFewNights | null {
  const judged = series.map(({ nights }, i) => nights.length - (analysis.series[i]?.spikes.length ?? 0))
  const nights = Math.max(0, ...judged)
  return nights < policy.minNights ? { nights, needed: policy.minNights } : null
}
