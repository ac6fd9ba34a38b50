// The text of the issue that tracks one change: what got worse, since when, and which commits or machine it may be.

import type { Trend, TrendSeries } from '../../model/index.ts'
import type { TrendAnalysis } from '../../model/trend-analysis.ts'
import { nightDate } from '../trend/nights.ts'
import { counted, formatChange } from '../words/numbers.ts'
import { shortenMiddle } from '../words/shorten-middle.ts'
import { visibleText } from '../words/visible-text.ts'
import { type ChangeRow, causeMarkdown, changeTable, seriesName } from './change-rows.ts'
import { escapeMarkdown, link } from './escape.ts'

const mostRows = 50
const longestName = 80

type Told = { trend: Trend; analysis: TrendAnalysis }

function worst(changes: ChangeRow[]): ChangeRow | undefined {
  const size = ({ point, ratio }: ChangeRow) => Math.abs(Math.log(point?.ratio ?? ratio))
  return [...changes].sort(
    (a, b) => Number(b.point !== null) - Number(a.point !== null) || size(b) - size(a),
  )[0]
}

const seriesOf = ({ series }: ChangeRow, { trend }: Told) => trend.series[series] as TrendSeries

/** One line: the worst of the changes, and how many more. */
export function issueTitle(changes: ChangeRow[], told: Told): string {
  const change = worst(changes)
  if (!change) throw new Error('an issue needs a change')
  const name = shortenMiddle(visibleText(seriesName(seriesOf(change, told))), longestName)
  const night = told.trend.nights[change.point?.night ?? -1]
  const since = night === undefined ? '' : ` since ${nightDate(night.date)}`
  const more = changes.length > 1 ? ` and ${changes.length - 1} more` : ''
  const suite = shortenMiddle(visibleText(told.trend.suite), longestName)
  return `${suite}: ${name} ${formatChange(change.point?.ratio ?? change.ratio)}${more}${since}`
}

/** The issue's text below its marker. */
export function issueBody(changes: ChangeRow[], told: Told): string {
  const change = worst(changes)
  if (!change) throw new Error('an issue needs a change')
  const { trend } = told
  const series = seriesOf(change, told)
  const newest = trend.nights.findLast(night => night.machine === series.machine)
  const run = newest?.url ? link(`the night of ${nightDate(newest.date)}`, newest.url) : null
  const count = counted(changes.length, 'benchmark')
  return [
    `${count} of ${escapeMarkdown(trend.suite)} got worse on ${escapeMarkdown(series.machine)}.`,
    change.point === null ? '' : causeMarkdown(trend, change.point, series),
    changeTable(changes, { ...told, most: mostRows }),
    `${run === null ? 'As of the last night' : `As of ${run}, whose artifact has the page with all charts`}. ` +
      'stable-bench closes this issue when the level is back; close it to accept the change, and it will not be told again.',
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** What is said when it is over. */
export function recoveryText(trend: Trend, machine: string): string {
  const newest = trend.nights.findLast(night => night.machine === machine)
  const where = newest?.url ? link('the last night', newest.url) : null
  return `The level is back, as of ${where ?? 'the last night'}.`
}
