// Writes the changes of a trend for a terminal: night by night, with the commits in between.
import { quietSeries, type Trend, type TrendAnalysis } from '../../model/index.ts'
import { causeOf, commitsText, firstNightWords, levelsAround, withdrawnText } from '../trend/cause.ts'
import { creepsLately, creepTexts } from '../trend/creeps.ts'
import { dayOfNight, nightDate } from '../trend/dates.ts'
import {
  type ChangeGroup,
  machinesOf,
  recentGroups,
  type SeriesChange,
  seriesAbout,
  tally,
} from '../trend/groups.ts'
import { trendHeadline } from '../trend/headline.ts'
import { testbedChanges, trendSize } from '../trend/nights.ts'
import { type Searched, seenSteps } from '../trend/seen-steps.ts'
import { latelyOf, type Since } from '../trend/since.ts'
import { unjudgedTexts } from '../trend/unjudged.ts'
import { formatChange, formatInterval, formatPair, NOTHING } from '../words/numbers.ts'
import { placementLines } from '../words/rows/placement.ts'
import { visibleText } from '../words/visible-text.ts'
import { type Column, left, linesOfTable, right, spaced } from './table.ts'

/** Changes whose first night is earlier than `since` are left out. */
type ChangesTextOptions = Searched & { since: Since; width?: number }

type Shown = { trend: Trend; analysis: TrendAnalysis; testbed: string[][]; width: number }

const columns: Column[] = [
  ...left('benchmark'),
  ...right('change'),
  ...left('interval'),
  { title: 'from', align: 'right', optional: 2 },
  { title: 'to', align: 'right', optional: 1 },
]

/** `several`: whether the machine is named. */
const nameOf = ({ series }: Pick<SeriesChange, 'series'>, several: boolean) =>
  visibleText(`${series.benchmark} (${seriesAbout(series, several).join(', ')})`)

function causeLines({ changes: [worst] }: ChangeGroup, { trend, testbed }: Shown): string[] {
  if (!worst) return []
  const { point, series } = worst
  const { said, commits, facts } = causeOf(trend, point, series, testbed)
  const names = commits && commitsText(commits, { commit: name => name, link: (_, text) => text })
  const nights = firstNightWords(trend, point, series)
  return [
    names === null ? said : `${said}: ${names}`,
    ...(nights === null ? [] : [`it may have been ${nights}`]),
    ...(commits?.href ? [commits.href] : []),
    ...facts,
  ]
}

const indentedTable = (titles: Column[], cells: string[][], width: number): string[] =>
  linesOfTable(titles, cells, width - 2).map(line => `  ${line}`)

function groupLines(group: ChangeGroup, shown: Shown): string[] {
  const machines = machinesOf(group)
  const rows = group.changes.map(change => [
    nameOf(change, machines.length > 1),
    `${formatChange(change.point.ratio)} ${change.point.direction}`,
    formatInterval(change.point.interval),
    ...formatPair(...levelsAround(shown.analysis, change.index, change.point), change.series.unit),
  ])
  return [
    `${nightDate(group.night.date)} on ${visibleText(machines.join(' and '))}: ${tally(group)}`,
    ...causeLines(group, shown).map(line => `  ${line}`),
    ...indentedTable(columns, rows, shown.width),
    '',
  ]
}

function shiftLines({ trend, analysis, width }: Shown): string[] {
  const rows = trend.series.flatMap((series, index) => {
    const shift = analysis.series[index]?.sinceRelease
    const [low, high] = shift?.interval ?? [1, 1]
    if (!shift || !series.gates || !(low > 1 || high < 1)) return []
    const tags = trend.nights[shift.since]?.tags.join(', ') || NOTHING
    const name = visibleText(`${series.benchmark} (${series.metric})`)
    return [[name, formatChange(shift.ratio), formatInterval(shift.interval), '', visibleText(tags)]]
  })
  if (rows.length === 0) return []
  const titles = columns.map(column => ({
    ...column,
    title: { from: '', to: 'since' }[column.title] ?? column.title,
  }))
  return ['Change of level since the last release:', ...indentedTable(titles, rows, width), '']
}

/** Each series with its analysis and its name, which has its machine where there are several. */
function namedSeries({ trend, analysis }: Shown) {
  const several = new Set(trend.nights.map(night => night.machine)).size > 1
  return trend.series.map((series, index) => {
    return { series, own: analysis.series[index], name: nameOf({ series }, several) }
  })
}

/** The announced changes that are not known to be over, and that the nights since do not show any more. */
function withdrawnLines(shown: Shown): string[] {
  const lines = namedSeries(shown).flatMap(({ own, name }) =>
    (own?.withdrawn ?? [])
      .filter(({ isOver }) => !isOver)
      .map(({ ratio, direction, told }) => {
        const text = withdrawnText(dayOfNight(shown.trend, told))
        return `  ${name}: ${formatChange(ratio)} ${direction}, ${text}`
      }),
  )
  return lines.length === 0 ? [] : ['Announced, and not found tonight:', ...lines, '']
}

/** What the place of the code alone does to the series that gate. */
const placedLines = (shown: Shown): string[] =>
  placementLines(
    namedSeries(shown).flatMap(({ series, own, name }) =>
      own?.placement && series.gates ? [{ name, ...own.placement }] : [],
    ),
  )

/** The changes of lately in one sentence, then one by one, and what else is known of the trend. Ends with a line break. */
export function renderChanges(
  trend: Trend,
  analysis: TrendAnalysis,
  { since, tooFew = null, smallest = new Map(), width = Number.POSITIVE_INFINITY }: ChangesTextOptions,
): string {
  const shown = { trend, analysis, testbed: testbedChanges(trend.nights), width }
  const groups = recentGroups(trend, analysis, since)
  const creeps = creepsLately(trend, analysis, since)
  const creeping = creepTexts(trend, creeps)
  const seen = tooFew === null ? seenSteps(smallest, trend, analysis) : null
  const { title } = trendHeadline({ groups, creeps }, latelyOf(trend, since).words, tooFew, seen)
  const others = `No change found in ${quietSeries(trend.series, analysis).length} other series`
  const rest = groups.length + creeping.length === 0 || seen === null ? [] : [`${others}; ${seen.text}.`, '']
  return [
    `${visibleText(trend.suite)}: ${title}.`,
    trendSize(trend),
    '',
    ...groups.flatMap(group => groupLines(group, shown)),
    ...creeping.flatMap(text => [text, '']),
    ...rest,
    ...withdrawnLines(shown),
    ...unjudgedTexts(trend, analysis, since).flatMap(text => [text, '']),
    ...spaced(placedLines(shown)),
    ...shiftLines(shown),
  ].join('\n')
}
