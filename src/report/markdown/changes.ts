// Changes of a trend as Markdown, for the job summary and for issues: their table, their cause, and the text of the
// issue that tracks a change for the worse.

import type { ChangePoint, Trend, TrendAnalysis, TrendSeries } from '../../model/index.ts'
import { shortSha } from '../../phrases.ts'
import { nightDate } from '../trend/dates.ts'
import { compareLink } from '../trend/links.ts'
import { commitsOfDay, isSameCommit, nightBefore, testbedChanges } from '../trend/nights.ts'
import { counted, formatChange, formatInterval, formatPair, formatValue } from '../words/numbers.ts'
import { shortenMiddle } from '../words/shorten-middle.ts'
import { visibleText } from '../words/visible-text.ts'
import { codeSpan, escapeMarkdown, link, tableRow } from './escape.ts'

/**
 * `point` is null for a change that is not found any more: then only its `ratio` and the level `before` it are known.
 */
export type ChangeRow = { series: number; point: ChangePoint | null; ratio: number; before: number }

const sizeOf = ({ point, ratio }: ChangeRow) => Math.abs(Math.log(point?.ratio ?? ratio))

/** Levels that differ by less are the same: so small a change is not found. */
const SAME = 0.01

const commitText = (commit: string | null) => (commit === null ? 'no commit' : codeSpan(shortSha(commit)))

export const seriesName = ({ benchmark, metric }: TrendSeries) => `${benchmark} (${metric})`

/** Today's level, where it is another one than right after the change. */
function nowText(after: number, now: number | null, unit: string): string {
  if (now === null || Math.abs(now - after) <= SAME * after) return ''
  return `, ${formatValue(now, unit)} now`
}

function row(change: ChangeRow, trend: Trend, analysis: TrendAnalysis): string {
  const { series, point, ratio, before } = change
  const own = trend.series[series] as TrendSeries
  const segments = analysis.series[series]?.segments ?? []
  const at = segments.findIndex(
    segment => segment.from <= (point?.night ?? -1) && (point?.night ?? -1) <= segment.to,
  )
  const now = segments.at(-1)?.level ?? null
  const after = segments[at]?.level ?? (point === null ? null : now)
  const [from, to] = formatPair(before > 0 ? before : null, after ?? now, own.unit)
  const found = point === null ? ' (not found any more)' : ''
  const interval = formatInterval(point?.interval ?? null)
  return tableRow([
    escapeMarkdown(seriesName(own)),
    `${formatChange(point?.ratio ?? ratio)}${found}`,
    interval,
    from,
    after === null ? `${to} now` : `${to}${nowText(after, now, own.unit)}`,
  ])
}

/** A table of the `most` largest changes, the worst first. */
export function changeTable(
  changes: ChangeRow[],
  { trend, analysis, most }: { trend: Trend; analysis: TrendAnalysis; most: number },
): string {
  const sorted = [...changes].sort((a, b) => sizeOf(b) - sizeOf(a))
  const rows = sorted.slice(0, most).map(change => row(change, trend, analysis))
  const rest = changes.length > most ? `\n\n… and ${changes.length - most} more` : ''
  return (
    [tableRow(['benchmark', 'change', 'interval', 'before', 'after']), '|---|--:|:-:|--:|--:|', ...rows].join(
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

/**
 * The facts of the machine that changed; also the commits of the same nights, where it is not certain which night it
 * was.
 */
function testbedMarkdown(trend: Trend, { range }: ChangePoint, { machine, nights }: TrendSeries): string {
  const facts = testbedChanges(trend.nights).flatMap((changes, i) =>
    trend.nights[i]?.machine === machine && range[0] <= i && i <= range[1] ? changes : [],
  )
  const list = [...new Set(facts)].map(fact => `\n- ${escapeMarkdown(fact)}`).join('')
  if (range[0] === range[1]) return `The machine changed that night, so no commit is blamed.${list}`
  const [first, last] = range.map(night => nightDate(trend.nights[night]?.date ?? ''))
  const span = `It may have been ${commitsOfDay(trend, range, nights) ?? `any night from ${first} to ${last}`}. The machine changed within these nights`
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
  const nights =
    commitsOfDay(trend, range, series.nights) ?? `any night from ${date(range[0])} to ${date(range[1])}`
  const span = `It may have been ${nights}`
  return `${commits} ${span}: ${commitsMarkdown(trend, before, range[1])}.`
}

const mostRows = 50
const longestName = 80

type ShownTrend = { trend: Trend; analysis: TrendAnalysis }

/** Changes that are still found come first. Throws without any. */
function worst(changes: ChangeRow[]): ChangeRow {
  const isFound = ({ point }: ChangeRow) => Number(point !== null)
  const [change] = [...changes].sort((a, b) => isFound(b) - isFound(a) || sizeOf(b) - sizeOf(a))
  if (!change) throw new Error('an issue needs a change')
  return change
}

const seriesOf = ({ series }: ChangeRow, { trend }: ShownTrend) => trend.series[series] as TrendSeries

/** The title of an issue: the worst change, and how many more there are. */
export function issueTitle(changes: ChangeRow[], analysed: ShownTrend): string {
  const change = worst(changes)
  const name = shortenMiddle(visibleText(seriesName(seriesOf(change, analysed))), longestName)
  const night = analysed.trend.nights[change.point?.night ?? -1]
  const since = night === undefined ? '' : ` since ${nightDate(night.date)}`
  const more = changes.length > 1 ? ` and ${changes.length - 1} more` : ''
  const suite = shortenMiddle(visibleText(analysed.trend.suite), longestName)
  return `${suite}: ${name} ${formatChange(change.point?.ratio ?? change.ratio)}${more}${since}`
}

/** The text of an issue, below its marker. */
export function issueBody(changes: ChangeRow[], analysed: ShownTrend): string {
  const change = worst(changes)
  const { trend } = analysed
  const series = seriesOf(change, analysed)
  const newest = trend.nights.findLast(night => night.machine === series.machine)
  const run = newest?.url ? link(`the night of ${nightDate(newest.date)}`, newest.url) : null
  const count = counted(changes.length, 'benchmark')
  return [
    `${count} of ${escapeMarkdown(trend.suite)} got worse on ${escapeMarkdown(series.machine)}.`,
    change.point === null ? '' : causeMarkdown(trend, change.point, series),
    changeTable(changes, { ...analysed, most: mostRows }),
    `${run === null ? 'As of the last night' : `As of ${run}, whose artifact has the page with all charts`}. ` +
      'stable-bench closes this issue when the level is back; close it to accept the change, and it will not be reported again.',
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** The comment that closes an issue. */
export function recoveryText(trend: Trend, machine: string): string {
  const newest = trend.nights.findLast(night => night.machine === machine)
  const where = newest?.url ? link('the last night', newest.url) : null
  return `The level is back, as of ${where ?? 'the last night'}.`
}
