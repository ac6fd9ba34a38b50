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

function named(
  history: TrendHistory,
  renamed: NewName[],
  isToFollow: (history: TrendHistory, rename: NewName) => boolean,
): TrendHistory {
  let result = history
  for (const { from, to } of renamed) {
    if (!isToFollow(result, { from, to })) continue
    const withName = <Entry extends { benchmark: string }>(entry: Entry) =>
      entry.benchmark === from ? { ...entry, benchmark: to } : entry
    const told = result.told.map(withName)
    result = mergeHistories([{ ...result, series: result.series.map(withName), told }])
  }
  return result
}

/** `history` with the names of today, also in its announced changes; entries are followed in their order. */
export const withNewNames = (history: TrendHistory, renamed: NewName[]): TrendHistory =>
  named(history, renamed, isFollowed)

/** `history` with the names that a commit has which no night has measured: its new names are in no night yet. */
export const withNamesOf = (history: TrendHistory, renamed: NewName[]): TrendHistory =>
  named(
    history,
    renamed,
    (each, rename) => nightsOf(each.series, rename.to).size === 0 || isFollowed(each, rename),
  )
