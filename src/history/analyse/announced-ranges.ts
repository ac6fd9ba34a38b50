// Places the announced changes in a series: they are stored by the ids of nights, and an analysis counts nights.
import { grouped } from '../../grouped.ts'
import type { AnnouncedChange, TrendHistory, TrendSeries } from '../../model/index.ts'
import type { AnnouncedRange } from './same-change.ts'

export type LocatedChange = AnnouncedRange & { change: AnnouncedChange }

const keyOf = ({ benchmark, metric, machine }: Pick<TrendSeries, 'benchmark' | 'metric' | 'machine'>) =>
  JSON.stringify([benchmark, metric, machine])

/** For each series its announced changes, without those whose nights the history does not have any more. */
export function announcedRanges(trend: TrendHistory): (series: TrendSeries) => LocatedChange[] {
  const bySeries = grouped(trend.told, keyOf)
  const nightsWith = ({ nights }: TrendSeries, ids: Set<string>) =>
    nights.filter(night => ids.has(trend.nights[night]?.id ?? ''))
  return series =>
    (bySeries.get(keyOf(series)) ?? []).flatMap(change => {
      const within = nightsWith(series, new Set(change.nights))
      const [first, last] = [within[0], within.at(-1)]
      if (first === undefined || last === undefined) return []
      const [over = null] = change.recovered === null ? [] : nightsWith(series, new Set([change.recovered]))
      return [{ change, direction: change.direction, range: [first, last], over }]
    })
}
