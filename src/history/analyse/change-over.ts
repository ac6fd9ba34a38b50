// When a change is over: the level from before it is back.

import type { ToldChange, TrendSeries } from '../../model/index.ts'
import type { ChangePoint, SeriesAnalysis } from '../../model/trend-analysis.ts'
import { median } from '../../stats/describe/summary.ts'
import type { Place } from '../announce/told-places.ts'

/** A change is over when less than a quarter of it is left, or less than any change that is ever found. */
const leftOver = 0.25
const smallest = 0.01
/** Of a change that is no longer found, these many nights since must be back. */
const nightsBack = 7

/** The level that a change began at; 0 where nobody knows. */
export function levelBefore(
  series: TrendSeries,
  { segments }: SeriesAnalysis,
  { night }: ChangePoint,
): number {
  const at = segments.findIndex(({ from, to }) => from <= night && night <= to)
  const told = segments[at - 1]?.level
  if (told !== undefined) return told
  const earlier = series.runs.filter((_, i) => (series.nights[i] as number) < night).slice(-10)
  return earlier.length === 0 ? 0 : median(earlier.map(median))
}

/** The share of a change that is left, as a multiple of what may be left of one that is over. */
function remaining({ before, ratio }: ToldChange, level: number, share: number): number {
  if (!(before > 0 && level > 0 && ratio > 0) || ratio === 1)
    return before === level ? 0 : Number.POSITIVE_INFINITY
  const [size, left] = [Math.log(ratio), Math.log(level / before)]
  return (left * Math.sign(size)) / Math.max(share * Math.abs(size), smallest)
}

/**
 * Whether the level is back: after another change, or, where it is not found any more, in the last week of nights.
 * `place` is where the change was told to be.
 */
export function isOver(
  { told, point }: { told: ToldChange; point: ChangePoint | null },
  series: TrendSeries,
  analysis: SeriesAnalysis,
  place: Place | null,
): boolean {
  if (point) {
    const later = analysis.changePoints.some(other => other.night > point.night)
    const level = analysis.segments.at(-1)?.level
    return later && level !== undefined && remaining(told, level, leftOver) < 1
  }
  const since = place === null ? [] : series.runs.slice(place[1] + 1).slice(-nightsBack)
  return since.length === nightsBack && remaining(told, median(since.map(median)), 0.5) < 1
}
