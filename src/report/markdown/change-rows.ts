// Changes of a trend as Markdown: the table of them, and what is to blame. For the job summary and for issues.

import type { Trend, TrendSeries } from '../../model/index.ts'
import type { ChangePoint, TrendAnalysis } from '../../model/trend-analysis.ts'
import { compareLink } from '../trend/links.ts'
import { isSameCommit, nightBefore, nightDate, testbedChanges } from '../trend/nights.ts'
import { formatChange, formatInterval, formatPair } from '../words/numbers.ts'
import { codeSpan, escapeMarkdown, link, tableRow } from './escape.ts'

/** `point` is null for a change that is not found any more; then its `ratio` and the level `before` it are all there is. */
export type ChangeRow = { series: number; point: ChangePoint | null; ratio: number; before: number }

const commitText = (commit: string | null) => (commit === null ? 'no commit' : codeSpan(commit.slice(0, 10)))

export const seriesName = ({ benchmark, metric }: TrendSeries) => `${benchmark} (${metric})`

function row(change: ChangeRow, trend: Trend, analysis: TrendAnalysis): string {
  const { series, point, ratio, before } = change
  const own = trend.series[series] as TrendSeries
  const now = analysis.series[series]?.segments.at(-1)?.level ?? null
  const [from, to] = formatPair(before > 0 ? before : null, now, own.unit)
  const found = point === null ? ' (not found any more)' : ''
  const interval = formatInterval(point?.interval ?? null)
  return tableRow([
    escapeMarkdown(seriesName(own)),
    `${formatChange(point?.ratio ?? ratio)}${found}`,
    interval,
    from,
    to,
  ])
}

/** The worst first, at most `most` of them. */
export function changeTable(
  changes: ChangeRow[],
  { trend, analysis, most }: { trend: Trend; analysis: TrendAnalysis; most: number },
): string {
  const size = ({ point, ratio }: ChangeRow) => Math.abs(Math.log(point?.ratio ?? ratio))
  const sorted = [...changes].sort((a, b) => size(b) - size(a))
  const rows = sorted.slice(0, most).map(change => row(change, trend, analysis))
  const rest = changes.length > most ? `\n\n… and ${changes.length - most} more` : ''
  return (
    [tableRow(['benchmark', 'change', 'interval', 'before', 'now']), '|---|--:|:-:|--:|--:|', ...rows].join(
      '\n',
    ) + rest
  )
}

function commitsMarkdown(trend: Trend, from: number | null, to: number): string {
  const [good, bad] = [from === null ? null : (trend.nights[from] ?? null), trend.nights[to] ?? null]
  if (!good || !bad) return commitText(bad?.commit ?? null)
  if (good.commit === bad.commit) return `the same commit ${commitText(bad.commit)} on both nights`
  const text = `${commitText(good.commit)} … ${commitText(bad.commit)}`
  const address = compareLink(trend.repository, good.commit, bad.commit)
  return (address === null ? null : link(text, address)) ?? text
}

/** What the machine changed in; where the night is not sure, also the commits that came within the same nights. */
function testbedMarkdown(trend: Trend, { range }: ChangePoint, { machine, nights }: TrendSeries): string {
  const facts = testbedChanges(trend.nights).flatMap((changes, i) =>
    trend.nights[i]?.machine === machine && range[0] <= i && i <= range[1] ? changes : [],
  )
  const list = [...new Set(facts)].map(fact => `\n- ${escapeMarkdown(fact)}`).join('')
  if (range[0] === range[1]) return `The machine changed that night, so no commit is blamed.${list}`
  const [first, last] = range.map(night => nightDate(trend.nights[night]?.date ?? ''))
  const span = `It may have been any night from ${first} to ${last}. The machine changed within these nights`
  const before = nightBefore(nights, range[0])
  if (isSameCommit(trend, before, range[1])) return `${span}, so no commit is blamed.${list}`
  return `${span}; so did commits: ${commitsMarkdown(trend, before, range[1])}.${list}`
}

/** The first bad night, and the commits since the last good one or what changed in the machine. */
export function causeMarkdown(trend: Trend, point: ChangePoint, series: TrendSeries): string {
  const { night, lastGood, range, testbedChanged } = point
  const date = (index: number) => nightDate(trend.nights[index]?.date ?? '')
  const first = `First night at the new level: **${date(night)}**.`
  if (testbedChanged) return `${first} ${testbedMarkdown(trend, point, series)}`
  const commits = `${first} Commits since the night before: ${commitsMarkdown(trend, lastGood, night)}.`
  if (range[0] === range[1]) return commits
  const before = nightBefore(series.nights, range[0])
  const span = `It may have been any night from ${date(range[0])} to ${date(range[1])}`
  return `${commits} ${span}: ${commitsMarkdown(trend, before, range[1])}.`
}
