// When a change is over: the level from before it is back.
import type { AnnouncedChange, ChangePoint, SeriesAnalysis, TrendSeries } from '../../model/index.ts'
import { median } from '../../stats/describe/summary.ts'

/** A change is over when less than a quarter of it is left, or less than the smallest change that is ever found. */
const leftOver = 0.25
const smallest = 0.01
/** So many nights in a row must be back when the change is no longer found. */
const nightsBack = 7

/** The level before a change point; 0 where it is not known. */
export function levelBefore(
  series: TrendSeries,
  { segments }: SeriesAnalysis,
  { night }: ChangePoint,
): number {
  const at = segments.findIndex(({ from, to }) => from <= night && night <= to)
  const found = segments[at - 1]?.level
  if (found !== undefined) return found
  const earlier = series.runs.filter((_, i) => (series.nights[i] as number) < night).slice(-10)
  return earlier.length === 0 ? 0 : median(earlier.map(median))
}

/** What the machine did to the level after night `from` up to night `to`, as a ratio: no change is over by that. */
const machinesShare = ({ changePoints }: SeriesAnalysis, from: number, to: number): number =>
  changePoints
    .filter(({ testbedChanged, night }) => testbedChanged && from < night && night <= to)
    .reduce((product, { ratio }) => product * ratio, 1)

/** Remaining change divided by the largest change that still counts as recovered. `share` is of the whole change. */
function remaining({ before, ratio }: AnnouncedChange, level: number, share: number): number {
  if (!(before > 0 && level > 0 && ratio > 0) || ratio === 1)
    return before === level ? 0 : Number.POSITIVE_INFINITY
  const [size, left] = [Math.log(ratio), Math.log(level / before)]
  return (left * Math.sign(size)) / Math.max(share * Math.abs(size), smallest)
}

/**
 * Whether the level from before a change is back, on a machine as it was then: after another change, or, where it is not
 * found any more (`point` is null), in the last week of nights since its `range`.
 */
export function isOver(
  { change, range, point }: { change: AnnouncedChange; range: [number, number]; point: ChangePoint | null },
  { nights, runs }: TrendSeries,
  analysis: SeriesAnalysis,
): boolean {
  if (point) {
    const later = analysis.changePoints.some(other => other.night > point.night)
    const level = analysis.segments.at(-1)?.level
    if (!later || level === undefined) return false
    const own = level / machinesShare(analysis, point.night, Number.POSITIVE_INFINITY)
    return remaining(change, own, leftOver) < 1
  }
  const since = nights.flatMap((night, i) =>
    night > range[1] ? [median(runs[i] as number[]) / machinesShare(analysis, range[1], night)] : [],
  )
  const last = since.slice(-nightsBack)
  return last.length === nightsBack && remaining(change, median(last), 0.5) < 1
}
