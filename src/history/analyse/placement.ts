// What the place of the code alone does to a series: nights with layouts have runs of several builds, and a calibration has measured it.
import type { Placement, Trend, TrendSeries } from '../../model/index.ts'
import { buildSpread } from '../../stats/describe/build-spread.ts'

/** What calibrations have found of a series; null for none. */
function calibratedOf({ placements = [] }: Pick<Trend, 'placements'>, series: TrendSeries): Placement | null {
  const found = placements.find(
    ({ benchmark, metric, machine }) =>
      benchmark === series.benchmark && metric === series.metric && machine === series.machine,
  )
  if (found === undefined) return null
  const { builds, sd, seen, farthest } = found
  return { builds, sd, seen, farthest }
}

/**
 * Of the nights that are `wanted`, by their indices; where these cannot tell builds from runs, of a calibration. Null where neither is known.
 * Nights of one build say what runs differ by; a night that lost its runs says nothing.
 */
export function placementOfSeries(
  trend: Pick<Trend, 'nights' | 'placements'>,
  series: TrendSeries,
  wanted: (night: number) => boolean = () => true,
): Placement | null {
  const ofNights = buildSpread(
    series.nights.flatMap((night, i) => {
      const runs = series.runs[i] as number[]
      return wanted(night) && runs.length > 1 ? [{ runs, builds: trend.nights[night]?.builds ?? 1 }] : []
    }),
  )
  return ofNights === null || ofNights.sd === null ? (calibratedOf(trend, series) ?? ofNights) : ofNights
}
