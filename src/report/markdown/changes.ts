// Changes of a trend as Markdown, for the job summary and for issues: their table, their cause, and the text of the
// issue that tracks a change for the worse.
import type { ChangePoint, Trend, TrendAnalysis, TrendSeries } from '../../model/index.ts'
import {
  causeOf,
  commitsText,
  commitsWithin,
  firstNightWords,
  levelsAround,
  type NightCommits,
} from '../trend/cause.ts'
import { dayOfNight, nightDate } from '../trend/dates.ts'
import { SAME_LEVEL } from '../trend/groups.ts'
import { testbedChanges } from '../trend/nights.ts'
import { counted, formatChange, formatInterval, formatPair, formatValue } from '../words/numbers.ts'
import { shortenMiddle, visibleText } from '../words/visible-text.ts'
import { codeSpan, escapeMarkdown, link, tableRow } from './escape.ts'

/** `point` is null for a change that is not found any more: its `ratio` and the level `before` it are known. */
export type ChangeRow = { series: number; point: ChangePoint | null; ratio: number; before: number }

type ShownTrend = { trend: Trend; analysis: TrendAnalysis }

const sizeOf = ({ point, ratio }: ChangeRow) => Math.abs(Math.log(point?.ratio ?? ratio))

export const seriesName = ({ benchmark, metric }: TrendSeries) => `${benchmark} (${metric})`

function row(change: ChangeRow, { trend, analysis }: ShownTrend): string {
  const { series, point, ratio, before } = change
  const own = trend.series[series] as TrendSeries
  const now = analysis.series[series]?.segments.at(-1)?.level ?? null
  const after = point === null ? null : (levelsAround(analysis, series, point)[1] ?? now)
  const [from, to] = formatPair(before > 0 ? before : null, after ?? now, own.unit)
  const isOther = after !== null && now !== null && Math.abs(now - after) > SAME_LEVEL * after
  return tableRow([
    escapeMarkdown(seriesName(own)),
    `${formatChange(point?.ratio ?? ratio)}${point === null ? ' (not found any more)' : ''}`,
    formatInterval(point?.interval ?? null),
    from,
    after === null ? `${to} now` : `${to}${isOther ? `, ${formatValue(now, own.unit)} now` : ''}`,
  ])
}

/** A table of the `most` largest changes, the worst first. */
export function changeTable(changes: ChangeRow[], analysed: ShownTrend, most: number): string {
  const sorted = changes.toSorted((a, b) => sizeOf(b) - sizeOf(a))
  const rows = sorted.slice(0, most).map(change => row(change, analysed))
  const rest = changes.length > most ? ['', `… and ${changes.length - most} more`] : []
  const head = tableRow(['benchmark', 'change', 'interval', 'before', 'after'])
  return [head, '|---|--:|:-:|--:|--:|', ...rows, ...rest].join('\n')
}

/** A link where there is an address, and it is one. */
const linkTo = (address: string | null, text: string): string =>
  (address === null ? null : link(text, address)) ?? text

const commitsMarkdown = (commits: NightCommits): string =>
  commitsText(commits, { commit: codeSpan, link: linkTo })

/** The first night at the new level, with the commits since the night before or what changed in the machine. */
export function causeMarkdown(trend: Trend, point: ChangePoint, series: TrendSeries): string {
  const { said, commits, facts } = causeOf(trend, point, series, testbedChanges(trend.nights))
  const nights = firstNightWords(trend, point, series)
  const within = point.testbedChanged ? '' : `: ${commitsMarkdown(commitsWithin(trend, point, series))}`
  return [
    `**${dayOfNight(trend, point.night)}**, ${said}${commits ? `: ${commitsMarkdown(commits)}` : ''}.`,
    nights === null ? '' : ` It may have been ${nights}${within}.`,
    ...facts.map(fact => `\n- ${escapeMarkdown(fact)}`),
  ].join('')
}

const mostRows = 50
const longestName = 80

/** The worst of at least one change; those that are still found come first. */
function worst(changes: ChangeRow[]): ChangeRow {
  const isFound = ({ point }: ChangeRow) => Number(point !== null)
  return changes.toSorted((a, b) => isFound(b) - isFound(a) || sizeOf(b) - sizeOf(a))[0] as ChangeRow
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
    changeTable(changes, analysed, mostRows),
    `${run === null ? 'As of the last night' : `As of ${run}, whose artifact has the page with all charts`}. ` +
      'stable-bench closes this issue when the level is back; close it to accept the change, and it will not be reported again.',
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** The comment that closes an issue. */
export function recoveryText(trend: Trend, machine: string): string {
  const newest = trend.nights.findLast(night => night.machine === machine)
  return `The level is back, as of ${linkTo(newest?.url ?? null, 'the last night')}.`
}
