// The analysis of a trend: every series has the nights of its own machine only, and gaps.
import {
  type ChangePoint,
  type DisturbedNight,
  isNoTime,
  isUncertain,
  type LevelShift,
  type Night,
  type TooFewNights,
  type Trend,
  type TrendAnalysis,
  type TrendHistory,
  type TrendSeries,
  type WithdrawnChange,
} from '../../model/index.ts'
import { median } from '../../stats/describe/summary.ts'
import { analyseHistory, isAnnounced } from './analyse-all-series.ts'
import { creepOf } from './creep.ts'
import { disturbedNights } from './disturbed-nights.ts'
import type { SeriesLevels } from './judged-nights.ts'
import { levelShiftSince } from './level-shift-since.ts'
import { placementOfSeries } from './placement.ts'
import { announcedRanges, type FoundChange, type LocatedChange, pairedChanges } from './same-change.ts'
import { defaultTrendPolicy as policy } from './trend-policy.ts'

export type AnalysedTrend = {
  analysis: TrendAnalysis
  /** The change points that are sure enough to be announced and were not announced yet. */
  toAnnounce: ReadonlySet<ChangePoint>
}

/** A key for each night: nights on the same testbed have the same one. Null where the testbed is unknown. */
const nightTestbeds = (nights: Night[]): (string | null)[] =>
  nights.map(({ fingerprint, facts }) => (fingerprint === '' ? null : JSON.stringify([fingerprint, facts])))

/** The disturbed nights of all machines. Each benchmark counts once: only its first series is used. */
function disturbedIn({ series }: Trend, levels: SeriesLevels[]): DisturbedNight[] {
  const first = new Map<string, Map<string, SeriesLevels>>()
  series.forEach(({ machine, benchmark }, i) => {
    const own = first.get(machine) ?? new Map<string, SeriesLevels>()
    if (!own.has(benchmark)) own.set(benchmark, levels[i] as SeriesLevels)
    first.set(machine, own)
  })
  return [...first.values()]
    .flatMap(own => disturbedNights([...own.values()]))
    .sort((a, b) => a.night - b.night)
}

/** The levels of each series without nights on which it has no time, and the nights that no series of a machine is judged on. */
export function trendLevels(trend: TrendHistory): { levels: SeriesLevels[]; disturbed: DisturbedNight[] } {
  const announced = announcedRanges(trend)
  const testbeds = nightTestbeds(trend.nights)
  const all = trend.series.map((series, index) => ({
    id: `series ${index}`,
    better: series.better,
    nights: series.nights
      .map((night, i) => ({
        night,
        value: median(series.runs[i] as number[]),
        testbed: testbeds[night] ?? null,
      }))
      .filter(({ value }) => !isNoTime(series, value)),
    announced: announced(series),
  }))
  const disturbed = disturbedIn(trend, all)
  const nights = new Set(disturbed.map(({ night }) => night))
  return { levels: all.map(levels => ({ ...levels, disturbed: nights })), disturbed }
}

/** Whether a change that came with the testbed is announced. It blames no commit, and has to be as sure as one of the code. */
function isSureTestbedChange(change: FoundChange, levels: SeriesLevels): boolean {
  const { announceAlpha, announceNights } = policy
  const isSure = change.testbedChanged && change.p <= announceAlpha && change.nightsAfter >= announceNights
  return isSure && !isUncertain(change) && !isAnnounced(change, levels)
}

/** A change point as documents have it. */
function pointOf(change: FoundChange): ChangePoint {
  const { night, lastGood, range, ratio, interval, direction, testbedChanged } = change
  return { night, lastGood, range, ratio, interval, direction, testbedChanged }
}

/** The change of level of a series since the newest release that its machine measured; null where there is none. */
function sinceRelease(
  { nights }: Trend,
  series: TrendSeries,
  levels: SeriesLevels,
  changes: FoundChange[],
): LevelShift | null {
  const since = series.nights.findLast(night => (nights[night]?.tags.length ?? 0) > 0)
  return since === undefined ? null : levelShiftSince(levels, since, changes, policy)
}

/** The announced changes that are no change points any more. */
function withdrawnOf(
  trend: TrendHistory,
  { nights }: TrendSeries,
  located: LocatedChange[],
  changes: FoundChange[],
): WithdrawnChange[] {
  const shown = new Set(pairedChanges(nights, changes, located).values())
  const lost = located.filter(each => !shown.has(each))
  const nightOf = (wanted: string | null) => {
    const night = trend.nights.findIndex(({ id }) => id === wanted)
    return night < 0 ? null : night
  }
  return lost.map(({ change: { told, ratio, recovered }, range, direction }) => {
    // Thinning may have taken the night by which it was over.
    const [isOver, over] = [recovered !== null, nightOf(recovered)]
    return { range, direction, ratio, told: nightOf(told), isOver, over }
  })
}

/** Every series of a trend. Announced changes are in `trend.told`. */
export function analyseTrend(trend: TrendHistory): AnalysedTrend {
  const { levels: all, disturbed } = trendLevels(trend)
  const located = announcedRanges(trend)
  const toAnnounce = new Set<ChangePoint>()
  const series = analyseHistory(all, policy).map((found, index) => {
    const levels = all[index] as SeriesLevels
    const changePoints = found.changePoints.map(change => {
      const point = pointOf(change)
      const isSure = found.toAnnounce.includes(change) || isSureTestbedChange(change, levels)
      // Imported changes are no news: people have lived with them.
      if (isSure && trend.nights[point.night]?.imported === undefined) toAnnounce.add(point)
      return point
    })
    const own = trend.series[index] as TrendSeries
    const placement = placementOfSeries(trend, own)
    const creep = creepOf(levels, found.changePoints, policy)
    return {
      changePoints,
      withdrawn: withdrawnOf(trend, own, located(own), found.changePoints),
      spikes: found.spikes,
      segments: found.segments,
      sinceRelease: sinceRelease(trend, own, levels, found.changePoints),
      ...(creep && { creep }),
      ...(placement && { placement }),
    }
  })
  return { analysis: { series, disturbed }, toAnnounce }
}

/** The judged nights of the longest series and how many are needed; null where that many are there. */
export function tooFewNights({ series }: Trend, analysis: TrendAnalysis): TooFewNights | null {
  const judged = series.map(({ nights }, i) => nights.length - (analysis.series[i]?.spikes.length ?? 0))
  const nights = Math.max(0, ...judged)
  return nights < policy.minNights ? { nights, needed: policy.minNights } : null
}
