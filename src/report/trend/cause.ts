// The cause of a change in plain words and commits, which each report of a trend writes in its own way.
import type { ChangePoint, Night, Trend, TrendAnalysis, TrendSeries } from '../../model/index.ts'
import { escapeHtml } from '../html/escape.ts'
import { dayOfNight } from './dates.ts'
import { commitLink, compareLink, linkHtml, shortCommit } from './links.ts'

/** What is looked up of a trend, and of the data of its page. */
type Nights = Pick<Trend, 'repository'> & { nights: Pick<Night, 'commit' | 'machine'>[] }
type OwnNights = Pick<TrendSeries, 'nights' | 'machine'>

/** The commits of two nights; `href` shows those in between, or the only one, and is null where nothing does. */
export type NightCommits = {
  before: string | null
  after: string | null
  isSame: boolean
  href: string | null
}

/** The commits after the night `from` up to that of the night `to`. */
function commitsBetween({ nights, repository }: Nights, from: number | null, to: number): NightCommits {
  const before = nights[from ?? -1]?.commit ?? null
  const after = nights[to]?.commit ?? null
  const isSame = before !== null && before === after
  const isOne = before === null || isSame
  const href = isOne ? commitLink(repository, after) : compareLink(repository, before, after)
  return { before, after, isSame, href }
}

/** The commits of the nights of which one was the first at the new level. */
export const commitsWithin = (trend: Nights, { range }: ChangePoint, { nights }: OwnNights): NightCommits =>
  commitsBetween(trend, nights.findLast(night => night < range[0]) ?? null, range[1])

/** The commits in a medium: `commit` writes one of them, `link` a text that leads to an address if there is one. */
export function commitsText(
  { before, after, isSame, href }: NightCommits,
  { commit, link }: { commit: (name: string) => string; link: (href: string | null, text: string) => string },
): string {
  const last = commit(shortCommit(after))
  if (before === null) return link(href, last)
  if (isSame) return `the same commit ${link(href, last)} on both nights`
  return link(href, `${commit(shortCommit(before))} … ${last}`)
}

export const commitsHtml = (commits: NightCommits): string =>
  commitsText(commits, { commit: name => `<code>${escapeHtml(name)}</code>`, link: linkHtml })

/** `any night from 20 May 2026 to 3 Jun 2026`, `one of 3 commits of 21 May 2026`; null where the first night is known. */
export function firstNightWords(trend: Trend, point: ChangePoint, { nights }: TrendSeries): string | null {
  const [first, last] = point.range
  if (first === last) return null
  const [from, to] = [first, last].map(night => dayOfNight(trend, night))
  const count = nights.filter(night => first <= night && night <= last).length
  return from === to ? `one of ${count} commits of ${from}` : `any night from ${from} to ${to}`
}

/** What is `said` of a cause (lower case, no full stop), the commits to name behind that, and what changed in the machine. */
type Cause = { said: string; commits: NightCommits | null; facts: string[] }

/** The cause of a change. `testbed` has what changed in the machine for each night, which is told where that is the cause. */
export function causeOf(trend: Nights, point: ChangePoint, series: OwnNights, testbed: string[][]): Cause {
  const [first, last] = point.range
  if (!point.testbedChanged) {
    const commits = commitsBetween(trend, point.lastGood, point.night)
    const [night, since] =
      point.direction === 'worse'
        ? ['first bad night', 'commits since the last good one']
        : ['first better night', 'commits since the one before']
    return { said: commits.before === null ? night : `${night}; ${since}`, commits, facts: [] }
  }
  const own = trend.nights.flatMap(({ machine }, i) =>
    machine === series.machine && first <= i && i <= last ? (testbed[i] ?? []) : [],
  )
  const facts = [...new Set(own)]
  const when = `the machine changed ${first === last ? 'that night' : 'within these nights'}`
  const commits = commitsWithin(trend, point, series)
  return first === last || commits.isSame
    ? { said: `${when}, so no commit is blamed`, commits: null, facts }
    : { said: `${when}; so did commits`, commits, facts }
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

/** Half a sentence about a change that is not found any more; the dates of its announcement and end, empty if not known. */
export function withdrawnText(announced: string, isOver = false, over = ''): string {
  const start = `announced ${announced === '' ? 'earlier' : `on ${announced}`}`
  return isOver
    ? `${start}, over${over === '' ? '' : ` by ${over}`}; the nights do not show it any more`
    : `${start}; the nights since do not show it any more`
}
