// The cause of a change in plain words and commits, which each report of a trend writes in its own way.
import type { ChangePoint, Trend, TrendAnalysis, TrendSeries } from '../../model/index.ts'
import { dayOfNight } from './dates.ts'
import { commitLink, compareLink } from './links.ts'

/** The commits of two nights; `href` shows those in between, or the only one, and is null where nothing does. */
export type NightCommits = {
  before: string | null
  after: string | null
  isSame: boolean
  href: string | null
}

/** The commits after the night `from` up to that of the night `to`. */
export function commitsBetween({ nights, repository }: Trend, from: number | null, to: number): NightCommits {
  const before = nights[from ?? -1]?.commit ?? null
  const after = nights[to]?.commit ?? null
  const isSame = before !== null && before === after
  const isOne = before === null || isSame
  const href = isOne ? commitLink(repository, after) : compareLink(repository, before, after)
  return { before, after, isSame, href }
}

/** The commits of the nights of which one was the first at the new level. */
export function commitsWithin(trend: Trend, { range }: ChangePoint, { nights }: TrendSeries): NightCommits {
  return commitsBetween(trend, nights.findLast(night => night < range[0]) ?? null, range[1])
}

/**
 * `any night from 20 May 2026 to 3 Jun 2026`, or `one of 3 commits of 21 May 2026` where all are of one day: the nights
 * that may have been the first one. Null where it is known.
 */
export function firstNightWords(
  trend: Trend,
  { range: [first, last] }: ChangePoint,
  { nights }: TrendSeries,
): string | null {
  if (first === last) return null
  const [from, to] = [first, last].map(night => dayOfNight(trend, night))
  const count = nights.filter(night => first <= night && night <= last).length
  return from === to ? `one of ${count} commits of ${from}` : `any night from ${from} to ${to}`
}

/**
 * What is said of a machine that changed (lower case, no full stop), the commits that came within the same nights where
 * some did, and what changed in the machine. `testbed` has the latter for each night.
 */
export function machineCause(
  trend: Trend,
  point: ChangePoint,
  series: TrendSeries,
  testbed: string[][],
): { said: string; commits: NightCommits | null; facts: string[] } {
  const [first, last] = point.range
  const own = trend.nights.flatMap(({ machine }, i) =>
    machine === series.machine && first <= i && i <= last ? (testbed[i] ?? []) : [],
  )
  const facts = [...new Set(own)]
  if (first === last)
    return { said: 'the machine changed that night, so no commit is blamed', commits: null, facts }
  const within = 'the machine changed within these nights'
  const commits = commitsWithin(trend, point, series)
  return commits.isSame
    ? { said: `${within}, so no commit is blamed`, commits: null, facts }
    : { said: `${within}; so did commits`, commits, facts }
}

/** The levels before and after a change of the series with this index; null where they are not known. */
export function levelsAround(
  analysis: TrendAnalysis,
  index: number,
  { night }: Pick<ChangePoint, 'night'>,
): [before: number | null, after: number | null] {
  const segments = analysis.series[index]?.segments ?? []
  const at = segments.findIndex(({ from, to }) => from <= night && night <= to)
  return [segments[at - 1]?.level ?? null, segments[at]?.level ?? null]
}
