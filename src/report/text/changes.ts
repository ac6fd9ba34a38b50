// Writes the changes of a trend for a terminal: night by night, with the commits in between.

import type { SmallestSteps, TooFewNights, Trend, TrendAnalysis } from '../../model/index.ts'
import { nightDate } from '../trend/dates.ts'
import { disturbedText } from '../trend/disturbed-nights.ts'
import { type ChangeGroup, recentGroups, type SeriesChange } from '../trend/groups.ts'
import { trendHeadline } from '../trend/headline.ts'
import { compareLink, shortCommit } from '../trend/links.ts'
import { commitsOfDay, importedText, isSameCommit, nightBefore, testbedChanges } from '../trend/nights.ts'
import { optimisedAwayLine } from '../trend/optimised-away.ts'
import { seenSteps } from '../trend/seen-steps.ts'
import { type Lately, latelyOf, type Since } from '../trend/since.ts'
import { withdrawnText } from '../trend/withdrawn.ts'
import { counted, formatChange, formatInterval, formatPair, NOTHING } from '../words/numbers.ts'
import { visibleText } from '../words/visible-text.ts'
import { type Column, type TextTable, textTable } from './table.ts'

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
  { title: 'benchmark', align: 'left' },
  { title: 'change', align: 'right' },
  { title: 'interval', align: 'left' },
  { title: 'from', align: 'right', optional: 2 },
  { title: 'to', align: 'right', optional: 1 },
]

/** `machine` names it where a table has several. */
const nameOf = ({ series }: Pick<SeriesChange, 'series'>, machine = false) => {
  const about = [series.metric, ...(machine ? [series.machine] : [])].join(', ')
  return visibleText(`${series.benchmark} (${about})${series.gates ? '' : ', informational'}`)
}

/** Levels before and after, as text. */
function levelsOf({ index, series, point }: SeriesChange, analysis: TrendAnalysis): [string, string] {
  const segments = analysis.series[index]?.segments ?? []
  const at = segments.findIndex(({ from, to }) => from <= point.night && point.night <= to)
  return formatPair(segments[at - 1]?.level ?? null, segments[at]?.level ?? null, series.unit)
}

/** Says which nights may have been the first with the change. */
function rangeText(trend: Trend, { series, point: { range } }: SeriesChange): string {
  const [from, to] = range.map(night => nightDate(trend.nights[night]?.date ?? ''))
  return `the first night may be ${commitsOfDay(trend, range, series.nights) ?? `any from ${from} to ${to}`}`
}

/** Says that the machine changed. Where the night is not sure, adds the commits that came within the same nights. */
function testbedLines(change: SeriesChange, trend: Trend): string[] {
  const { series, point } = change
  const { range } = point
  if (range[0] === range[1]) return ['the machine changed that night, so no commit is blamed']
  const before = nightBefore(series.nights, range[0])
  const within = rangeText(trend, change)
  if (isSameCommit(trend, before, range[1]))
    return [within, 'the machine changed within these nights, so no commit is blamed']
  const [from, to] = [trend.nights[before ?? -1]?.commit ?? null, trend.nights[range[1]]?.commit ?? null]
  const compare = compareLink(trend.repository, from, to)
  const commits = `${shortCommit(from)} ... ${shortCommit(to)}`
  const machine = `the machine changed within these nights; so did commits, ${commits}`
  return [within, machine, ...(compare ? [compare] : [])]
}

function causeLines(group: ChangeGroup, trend: Trend, testbed: string[][]): string[] {
  const [worst] = group.changes
  if (!worst) return []
  const { range, night, lastGood } = worst.point
  if (group.testbedChanged) {
    const facts = trend.nights.flatMap(({ machine }, i) =>
      machine === group.night.machine && range[0] <= i && i <= range[1] ? (testbed[i] ?? []) : [],
    )
    return [...testbedLines(worst, trend), ...new Set(facts)]
  }
  const [good, bad] = [lastGood === null ? null : trend.nights[lastGood], trend.nights[night]]
  if (!good || !bad) return []
  const compare = compareLink(trend.repository, good.commit, bad.commit)
  const [before, first] =
    worst.point.direction === 'worse' ? ['last good', 'first bad'] : ['before', 'first better']
  const commits = `${before} ${shortCommit(good.commit)}, ${first} ${shortCommit(bad.commit)}`
  const within = range[0] === range[1] ? [] : [rangeText(trend, worst)]
  return [
    good.commit === bad.commit ? 'the same commit on both nights' : commits,
    ...within,
    ...(compare ? [compare] : []),
  ]
}

const indented = ({ header, rows }: TextTable): string[] => [header, ...rows.flat()].map(line => `  ${line}`)

function groupLines(
  group: ChangeGroup,
  trend: Trend,
  analysis: TrendAnalysis,
  context: { testbed: string[][]; width: number },
): string[] {
  const worse = group.changes.filter(({ point }) => point.direction === 'worse').length
  const tally = [[worse, 'worse'] as const, [group.changes.length - worse, 'better'] as const]
    .flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]))
    .join(', ')
  const machines = [...new Set(group.changes.map(({ series }) => series.machine))]
  const rows = group.changes.map(change => [
    nameOf(change, machines.length > 1),
    `${formatChange(change.point.ratio)} ${change.point.direction}`,
    formatInterval(change.point.interval),
    ...levelsOf(change, analysis),
  ])
  return [
    `${nightDate(group.night.date)} on ${visibleText(machines.join(' and '))}: ${tally}`,
    ...causeLines(group, trend, context.testbed).map(line => `  ${line}`),
    ...indented(textTable(columns, rows, context.width - 2, text => text)),
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
  return [
    'Change of level since the last release:',
    ...indented(textTable(titles, rows, width - 2, text => text)),
    '',
  ]
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

const paragraph = (text: string | null): string[] => (text === null ? [] : [text, ''])

/** The disturbed nights of lately. */
function disturbedLines(trend: Trend, analysis: TrendAnalysis, lately: Lately): string[] {
  const shown = analysis.disturbed.filter(({ night }) => lately.holds(night))
  return paragraph(disturbedText(trend, shown))
}

/**
 * First the changes of lately in one sentence, and the size of the trend. Then the changes one by one, disturbed
 * nights, series without work, announced changes that are not found any more, and the change of level since the last release. Ends with a
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
  const [first, last] = [trend.nights[0], trend.nights.at(-1)].map(night => nightDate(night?.date ?? ''))
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
    ...shiftLines(trend, analysis, width),
  ].join('\n')
}
