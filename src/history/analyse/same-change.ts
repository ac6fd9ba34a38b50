// A change point with its statistics, the announced changes of a series, and whether two of them are the same change.
import { grouped } from '../../grouped.ts'
import type { AnnouncedChange, ChangePoint, TrendHistory, TrendSeries } from '../../model/index.ts'

/** A change point as the analysis finds it. */
export type FoundChange = ChangePoint & {
  /** The last judged night before it. */
  lastGood: number
  p: number
  /** Judged nights from the change on. */
  nightsAfter: number
}

/** An announced change at its place in the series now. `over`: by which night its level was back, null while it lasts. */
export type AnnouncedRange = Pick<ChangePoint, 'range' | 'direction'> & { over?: number | null }

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

/** Whether a change may have begun on one of the last `count` nights of a series that has these `nights`. */
export const isRecent = ({ range }: Pick<ChangePoint, 'range'>, nights: number[], count: number): boolean =>
  range[1] >= (nights.at(-count) ?? nights[0] ?? 0)

/** So many nights apart, two analyses may still have found the same change. */
const nearby = 3

type Range = [first: number, last: number]

/** A range by its place among a series' own `nights`: a trend has the nights of other machines in between. */
const placed = (nights: number[], range: Range) =>
  range.map(night => nights.findIndex(each => each >= night)) as Range

/** How many nights two placed ranges are apart; 0 where they touch. */
const nightsApart = ([a, b]: Range, [c, d]: Range): number => Math.max(0, c - b, a - d)

/** Whether both are the same change of a series with these `nights`: one direction, and ranges that nearly touch. */
export const isSameChange = (nights: number[], one: AnnouncedRange, other: AnnouncedRange): boolean =>
  one.direction === other.direction &&
  nightsApart(placed(nights, one.range), placed(nights, other.range)) <= nearby

/** Each change with the announced one that it is, best first, one to one: a wide range touches several. */
export function pairedChanges<Change extends AnnouncedRange, Announced extends AnnouncedRange>(
  nights: number[],
  changes: Change[],
  announced: Announced[],
): Map<Change, Announced> {
  const pairs = changes.flatMap(change =>
    announced.flatMap(each => {
      if (!isSameChange(nights, change, each)) return []
      const [[a, b], [c, d]] = [placed(nights, each.range), placed(nights, change.range)]
      const differ = Math.abs(a - c) + Math.abs(b - d)
      return [{ change, each, apart: nightsApart([a, b], [c, d]), differ }]
    }),
  )
  const found = new Map<Change, Announced>()
  const taken = new Set<Announced>()
  for (const { change, each } of pairs.sort((a, b) => a.apart - b.apart || a.differ - b.differ)) {
    if (found.has(change) || taken.has(each)) continue
    found.set(change, each)
    taken.add(each)
  }
  return found
}
