// Renamed benchmarks in a history: the nights of the old name and those of the new one are a single series.
import type { Rename, TrendHistory, TrendSeries } from '../../model/index.ts'
import { mergeHistories } from './merge.ts'

type NewName = Pick<Rename, 'from' | 'to'>

const nightsOf = (series: TrendSeries[], name: string) =>
  new Set(series.filter(({ benchmark }) => benchmark === name).flatMap(({ nights }) => nights))

/** A night with both names, or the old name in the newest night, shows that these are two benchmarks. */
function isFollowed({ series }: TrendHistory, { from, to }: NewName): boolean {
  const [before, after] = [nightsOf(series, from), nightsOf(series, to)]
  return Math.max(-1, ...before) < Math.max(-1, ...after) && [...before].every(night => !after.has(night))
}

/** `history` with the names of today, also in its announced changes; entries are followed in their order. */
export function withNewNames(history: TrendHistory, renamed: NewName[]): TrendHistory {
  let result = history
  for (const { from, to } of renamed) {
    if (!isFollowed(result, { from, to })) continue
    const named = <Entry extends { benchmark: string }>(entry: Entry) =>
      entry.benchmark === from ? { ...entry, benchmark: to } : entry
    result = mergeHistories([{ ...result, series: result.series.map(named), told: result.told.map(named) }])
  }
  return result
}
