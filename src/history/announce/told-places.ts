// Where a series has the changes that were told of it: told changes name nights, an analysis counts them.
import type { ToldChange, TrendHistory, TrendSeries } from '../../model/index.ts'

export type Place = [number, number]

/** `place` is in positions of the series' nights; null where the history does not have these nights any more. */
export type ToldPlace = { told: ToldChange; place: Place | null }

const keyOf = ({ benchmark, metric, machine }: Pick<TrendSeries, 'benchmark' | 'metric' | 'machine'>) =>
  JSON.stringify([benchmark, metric, machine])

function placeIn(trend: TrendHistory, series: TrendSeries, { nights }: ToldChange): Place | null {
  const wanted = new Set(nights)
  const positions = series.nights.flatMap((night, i) =>
    wanted.has(trend.nights[night]?.id ?? '') ? [i] : [],
  )
  const [first, last] = [positions[0], positions.at(-1)]
  return first === undefined || last === undefined ? null : [first, last]
}

/** For each series, the changes that were told of it. */
export function toldPlaces(trend: TrendHistory): (series: TrendSeries) => ToldPlace[] {
  const bySeries = new Map<string, ToldChange[]>()
  for (const each of trend.told) bySeries.set(keyOf(each), [...(bySeries.get(keyOf(each)) ?? []), each])
  return series =>
    (bySeries.get(keyOf(series)) ?? []).map(told => ({ told, place: placeIn(trend, series, told) }))
}
