// Writes the changes of a trend for a terminal: night by night, with the commits in between.

import type { SmallestSteps, TooFewNights, Trend, TrendAnalysis } from '../../model/index.ts'
import {
  commitsBetween,
  firstNightWords,
  levelsAround,
  machineCause,
  type NightCommits,
} from '../trend/cause.ts'
import { dayOfNight, nightDate } from '../trend/dates.ts'
import { disturbedText } from '../trend/disturbed-nights.ts'
import { type ChangeGroup, machinesOf, recentGroups, type SeriesChange, tally } from '../trend/groups.ts'
import { trendHeadline } from '../trend/headline.ts'
import { shortCommit } from '../trend/links.ts'
import { importedText, testbedChanges } from '../trend/nights.ts'
import { optimisedAwayLine } from '../trend/optimised-away.ts'
import { seenSteps } from '../trend/seen-steps.ts'
import { type Lately, latelyOf, type Since } from '../trend/since.ts'
import { withdrawnText } from '../trend/withdrawn.ts'
import { counted, formatChange, formatInterval, formatPair, NOTHING } from '../words/numbers.ts'
import { placementLines } from '../words/rows/placement.ts'
import { visibleText } from '../words/visible-text.ts'
import { type Column, left, right, type TextTable, textTable } from './table.ts'

type ChangesTextOptions = {
  /** Changes whose first night is earlier are left out. */
  since: Since
  /** Set where the history is too short to look for changes. */
  tooFew?: TooFewNights | null
  /** The smallest step that would have been found, for each series in which none was. */
  smallest?: SmallestSteps
  width?: number
}

const columns: Column[] = [
  ...left('benchmark'),
  ...right('change'),
  ...left('interval'),
  { title: 'from', align: 'right', optional: 2 },
  { title: 'to', align: 'right', optional: 1 },
]

/** `machine` names it where a table has several. */
const nameOf = ({ series }: Pick<SeriesChange, 'series'>, machine = false) => {
  const about = [series.metric, ...(machine ? [series.machine] : [])].join(', ')
  return visibleText(`${series.benchmark} (${about})${series.gates ? '' : ', informational'}`)
}

/** The commits of a cause, and the address that shows them. */
const commitLines = ({ before, after, href }: NightCommits, [was, is]: [string, string]): string[] => [
  `${was} ${shortCommit(before)}, ${is} ${shortCommit(after)}`,
  ...(href === null ? [] : [href]),
]

function causeLines(group: ChangeGroup, trend: Trend, testbed: string[][]): string[] {
  const [worst] = group.changes
  if (!worst) return []
  const { point, series } = worst
  const nights = firstNightWords(trend, point, series)
  const range = nights === null ? [] : [`it may have been ${nights}`]
  if (group.testbedChanged) {
    const { said, commits, facts } = machineCause(trend, point, series, testbed)
    return [...range, said, ...(commits ? commitLines(commits, ['before', 'last']) : []), ...facts]
  }
  if (point.lastGood === null) return range
  const commits = commitsBetween(trend, point.lastGood, point.night)
  const names: [string, string] =
    point.direction === 'worse' ? ['last good', 'first bad'] : ['before', 'first better']
  const [line = '', ...address] = commitLines(commits, names)
  return commits.isSame ? ['the same commit on both nights', ...range] : [line, ...range, ...address]
}

const indented = ({ header, rows }: TextTable): string[] => [header, ...rows.flat()].map(line => `  ${line}`)

function groupLines(
  group: ChangeGroup,
  trend: Trend,
  analysis: TrendAnalysis,
  context: { testbed: string[][]; width: number },
): string[] {
  const machines = machinesOf(group)
  const rows = group.changes.map(change => [
    nameOf(change, machines.length > 1),
    `${formatChange(change.point.ratio)} ${change.point.direction}`,
    formatInterval(change.point.interval),
    ...formatPair(...levelsAround(analysis, change.index, change.point), change.series.unit),
  ])
  return [
    `${nightDate(group.night.date)} on ${visibleText(machines.join(' and '))}: ${tally(group.changes)}`,
    ...causeLines(group, trend, context.testbed).map(line => `  ${line}`),
    ...indented(textTable(columns, rows, context.width - 2)),
    '',
  ]
}

function shiftLines(trend: Trend, analysis: TrendAnalysis, width: number): string[] {
  const rows = trend.series.flatMap((series, index) => {
    const shift = analysis.series[index]?.sinceRelease
    if (!shift || !series.gates) return []
    const [low, high] = shift.interval ?? [1, 1]
    const sure = low > 1 || high < 1
    const tags = trend.nights[shift.since]?.tags.join(', ') || NOTHING
    const name = visibleText(`${series.benchmark} (${series.metric})`)
    return sure
      ? [[name, formatChange(shift.ratio), formatInterval(shift.interval), '', visibleText(tags)]]
      : []
  })
  if (rows.length === 0) return []
  const titles = columns.map(column => ({
    ...column,
    title: { from: '', to: 'since' }[column.title] ?? column.title,
  }))
  return ['Change of level since the last release:', ...indented(textTable(titles, rows, width - 2)), '']
}

/** The announced changes that are not known to be over, and that the nights since do not show any more. */
function withdrawnLines(trend: Trend, analysis: TrendAnalysis): string[] {
  const several = new Set(trend.nights.map(night => night.machine)).size > 1
  const lines = trend.series.flatMap((series, index) =>
    (analysis.series[index]?.withdrawn ?? []).flatMap(({ ratio, direction, told, isOver }) => {
      if (isOver) return []
      const night = trend.nights[told ?? -1]
      const about = `${nameOf({ series }, several)}: ${formatChange(ratio)} ${direction}`
      return `  ${about}, ${withdrawnText(night ? nightDate(night.date) : null)}`
    }),
  )
  return lines.length === 0 ? [] : ['Announced, and not found tonight:', ...lines, '']
}

/** What the place of the code alone does to the series that gate. */
function placedLines(trend: Trend, analysis: TrendAnalysis): string[] {
  const several = new Set(trend.nights.map(night => night.machine)).size > 1
  const lines = placementLines(
    trend.series.flatMap((series, index) => {
      const placement = analysis.series[index]?.placement
      return placement && series.gates ? [{ name: nameOf({ series }, several), ...placement }] : []
    }),
  )
  return lines.length === 0 ? [] : [...lines, '']
}

const paragraph = (text: string | null): string[] => (text === null ? [] : [text, ''])

/** The disturbed nights of lately. */
function disturbedLines(trend: Trend, analysis: TrendAnalysis, lately: Lately): string[] {
  const shown = analysis.disturbed.filter(({ night }) => lately.holds(night))
  return paragraph(disturbedText(trend, shown))
}

/**
 * First the changes of lately in one sentence, and the size of the trend. Then the changes one by one, disturbed
 * nights, series without work, what placement alone does, announced changes that are not found any more, and the change of level since the last release. Ends with a
 * line break.
 */
export function renderChanges(
  trend: Trend,
  analysis: TrendAnalysis,
  { since, tooFew = null, smallest = new Map(), width = Number.POSITIVE_INFINITY }: ChangesTextOptions,
): string {
  const testbed = testbedChanges(trend.nights)
  const groups = recentGroups(trend, analysis, since)
  const lately = latelyOf(trend, since)
  const machines = new Set(trend.nights.map(night => night.machine)).size
  const [first, last] = [0, trend.nights.length - 1].map(night => dayOfNight(trend, night))
  const size = `${counted(trend.nights.length, machines > 1 ? 'session' : 'night')} from ${first} to ${last}, ${counted(machines, 'machine')}, ${trend.series.length} series${importedText(trend.nights)}`
  const seen = tooFew === null ? seenSteps(smallest, trend) : null
  const { title } = trendHeadline(groups, lately.words, tooFew, seen)
  const others = `No change found in ${smallest.size} other series`
  const rest = groups.length === 0 || seen === null ? [] : [`${others}; ${seen.text}.`, '']
  const lines = groups.flatMap(group => groupLines(group, trend, analysis, { testbed, width }))
  return [
    `${visibleText(trend.suite)}: ${title}.`,
    size,
    '',
    ...lines,
    ...rest,
    ...withdrawnLines(trend, analysis),
    ...disturbedLines(trend, analysis, lately),
    ...paragraph(optimisedAwayLine(trend)),
    ...placedLines(trend, analysis),
    ...shiftLines(trend, analysis, width),
  ].join('\n')
}
