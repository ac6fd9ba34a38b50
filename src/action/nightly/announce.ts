// Announces new changes: outputs for other tools, and the job summary.
import * as core from '@actions/core'
import type { TrackingIssue } from '../../github/posts/tracking-issue.ts'
import type { Announcement } from '../../history/announce/announcements.ts'
import { changeEvents } from '../../history/announce/change-events.ts'
import type { AnnouncedChange, TrendSeries } from '../../model/index.ts'
import { counted, firstLines, firstOf } from '../../phrases.ts'
import { causeMarkdown, changeTable, seriesName } from '../../report/markdown/changes.ts'
import { escapeMarkdown, link } from '../../report/markdown/escape.ts'
import { withdrawnText } from '../../report/trend/cause.ts'
import { creepsLately, creepTexts } from '../../report/trend/creeps.ts'
import { nightDate } from '../../report/trend/dates.ts'
import { recentGroups } from '../../report/trend/groups.ts'
import { tooFewText, trendHeadline } from '../../report/trend/headline.ts'
import { compareLink } from '../../report/trend/links.ts'
import { latelyOf, RECENT_NIGHTS } from '../../report/trend/since.ts'
import { unjudgedTexts } from '../../report/trend/unjudged.ts'
import { formatChange } from '../../report/words/numbers.ts'
import type { TrendResult } from './analyse-night.ts'
import { issueOf } from './issue-of.ts'
import { rowOf } from './issues.ts'

const mostRows = 30
const mostEvents = 20
/** Outputs have a limit of a megabyte. */
const mostOutputs = 500
function changeOutput(
  { trend }: TrendResult,
  { series: index, point, change }: Announcement,
  issue: string | null,
) {
  const { benchmark, metric, machine } = change
  if (point === null) return { suite: trend.suite, benchmark, metric, machine }
  const [good, bad] = [
    point.lastGood === null ? null : trend.nights[point.lastGood],
    trend.nights[point.night],
  ]
  const range = point.range.map(night => trend.nights[night]?.date ?? null)
  return {
    suite: trend.suite,
    benchmark,
    metric,
    machine,
    unit: trend.series[index]?.unit,
    direction: point.direction,
    ratio: point.ratio,
    interval: point.interval,
    night: bad?.date ?? null,
    range,
    lastGood: good?.commit ?? null,
    firstBad: bad?.commit ?? null,
    compare: compareLink(trend.repository, good?.commit ?? null, bad?.commit ?? null),
    testbedChanged: point.testbedChanged,
    issue,
  }
}

/** What the suites of this step have added so far: a later value of an output replaces an earlier one. */
const ofStep = { changes: [] as ReturnType<typeof changeOutput>[], pages: [] as string[] }

/** Adds what is of one suite to the outputs of the step: the new changes, each in one night only, and the `page`. */
export function setTrendOutputs(result: TrendResult, issues: TrackingIssue[], page: string): void {
  const outputOf = (each: Announcement) =>
    changeOutput(result, each, issueOf(issues, each.change, result.trend)?.url ?? null)
  ofStep.changes.push(
    ...result.announcements.fresh.slice(0, mostOutputs - ofStep.changes.length).map(outputOf),
  )
  ofStep.pages.push(page)
  core.setOutput('changes', JSON.stringify(ofStep.changes))
  core.setOutput('trend-path', ofStep.pages.join('\n'))
}

function eventMarkdown(
  event: Announcement[],
  { trend, analysis }: TrendResult,
  issues: TrackingIssue[],
): string {
  const [first] = event
  if (!first?.point) return ''
  const address = event.flatMap(({ change }) => issueOf(issues, change, trend)?.url ?? [])[0]
  const issue = address === undefined ? '' : ` ${link('Tracking issue', address)}.`
  const cause = causeMarkdown(trend, first.point, trend.series[first.series] as TrendSeries)
  const table = changeTable(event.map(rowOf), { trend, analysis }, mostRows)
  return [`${cause}${issue}`, table].join('\n\n')
}

const inDirection = (changes: Announcement[], direction: AnnouncedChange['direction']) =>
  changes.filter(({ change }) => change.direction === direction)

/** The announced changes that are over: a lost gain is not a level that is back. */
function overMarkdown({ trend, announcements: { over } }: TrendResult): string[] {
  const line = (start: string, direction: AnnouncedChange['direction']) => {
    const names = inDirection(over, direction).map(({ series }) =>
      escapeMarkdown(seriesName(trend.series[series] as TrendSeries)),
    )
    return names.length === 0 ? [] : [`${start}: ${firstOf(names, mostRows)}.`]
  }
  return [...line('The level is back', 'worse'), ...line('No longer better', 'better')]
}

/** The announced changes that the analysis does not find any more, and that are not known to be over. */
function withdrawnMarkdown({ trend, announcements: { current } }: TrendResult): string[] {
  const lost = current.filter(({ point, change }) => point === null && change.recovered === null)
  const lines = lost.map(({ series, change: { ratio, told } }) => {
    const name = escapeMarkdown(seriesName(trend.series[series] as TrendSeries))
    const night = trend.nights.find(({ id }) => id === told)
    return `${name}, ${formatChange(ratio)}: ${withdrawnText(night ? nightDate(night.date) : '')}`
  })
  return lines.length === 0 ? [] : [firstLines(lines, mostRows).join('\n')]
}

/** Benchmarks are counted, as on the page: one that changed in two metrics or on two machines counts once. */
const benchmarksOf = (changes: Announcement[]): number =>
  new Set(changes.map(({ change }) => change.benchmark)).size

/** The sentence of the page and of the command line, which tell of the last nights and not of this one alone. */
function latelyMarkdown({ trend, analysis, tooFew }: TrendResult): string {
  const groups = recentGroups(trend, analysis, RECENT_NIGHTS)
  const creeps = creepsLately(trend, analysis, RECENT_NIGHTS)
  const { title } = trendHeadline({ groups, creeps }, latelyOf(trend, RECENT_NIGHTS).words, tooFew)
  return `${escapeMarkdown(title)}.`
}

function headline({ announcements: { fresh, over }, tooFew }: TrendResult): string {
  const part = (changes: Announcement[], noun: string, what: string) =>
    changes.length === 0 ? [] : [`${counted(benchmarksOf(changes), noun)} ${what}`]
  const parts = [
    ...part(inDirection(fresh, 'worse'), 'benchmark', 'got worse'),
    ...part(inDirection(fresh, 'better'), 'benchmark', 'got better'),
    ...part(inDirection(over, 'better'), 'gain', 'lost'),
  ]
  if (parts.length > 0) return parts.join(', ')
  return tooFew === null ? 'nothing new' : tooFewText(tooFew)
}

function freshMarkdown(
  title: string,
  direction: AnnouncedChange['direction'],
  result: TrendResult,
  issues: TrackingIssue[],
): string[] {
  const events = changeEvents(inDirection(result.announcements.fresh, direction))
  const texts = events.slice(0, mostEvents).map(event => eventMarkdown(event, result, issues))
  return texts.length === 0 ? [] : [`#### ${title}`, ...texts]
}

/** The part of the job summary about the trend. */
export function trendMarkdown(result: TrendResult, issues: TrackingIssue[], where: string): string {
  const { trend } = result
  const counts = `${counted(trend.nights.length, 'night')}, ${trend.series.length} series`
  return [
    `### Trend of ${escapeMarkdown(trend.suite)}: ${headline(result)}`,
    ...freshMarkdown('Worse', 'worse', result, issues),
    ...freshMarkdown('Better', 'better', result, issues),
    ...overMarkdown(result),
    ...withdrawnMarkdown(result),
    ...[
      ...creepTexts(trend, creepsLately(trend, result.analysis, RECENT_NIGHTS)),
      ...unjudgedTexts(trend, result.analysis, RECENT_NIGHTS),
    ].map(escapeMarkdown),
    `${latelyMarkdown(result)} ${counts}. ${where}`,
  ].join('\n\n')
}
