// Announces new changes: outputs for other tools, and the job summary.
import * as core from '@actions/core'
import type { TrackingIssue } from '../../github/posts/tracking-issue.ts'
import type { Announcement } from '../../history/announce/announcements.ts'
import { changeEvents } from '../../history/announce/change-events.ts'
import type { AnnouncedChange, TrendSeries } from '../../model/index.ts'
import { causeMarkdown, changeTable, seriesName } from '../../report/markdown/changes.ts'
import { escapeMarkdown, link } from '../../report/markdown/escape.ts'
import { tooFewText } from '../../report/trend/headline.ts'
import { compareLink } from '../../report/trend/links.ts'
import { counted } from '../../report/words/numbers.ts'
import type { TrendResult } from './analyse-night.ts'
import { issueOf, rowOf } from './issues.ts'

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
  if (point === null) return { benchmark, metric, machine }
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

/** `changes`: the new changes, each in one night only. */
export function setTrendOutputs(result: TrendResult, issues: TrackingIssue[], page: string): void {
  const changes = result.announcements.fresh
    .slice(0, mostOutputs)
    .map(each => changeOutput(result, each, issueOf(issues, each.change)?.url ?? null))
  core.setOutput('changes', JSON.stringify(changes))
  core.setOutput('trend-path', page)
}

function eventMarkdown(
  event: Announcement[],
  { trend, analysis }: TrendResult,
  issues: TrackingIssue[],
): string {
  const [first] = event
  if (!first?.point) return ''
  const address = event.flatMap(({ change }) => issueOf(issues, change)?.url ?? [])[0]
  const issue = address === undefined ? null : link('Tracking issue', address)
  const cause = causeMarkdown(trend, first.point, trend.series[first.series] as TrendSeries)
  const table = changeTable(event.map(rowOf), { trend, analysis, most: mostRows })
  return [`${cause}${issue === null ? '' : ` ${issue}.`}`, table].join('\n\n')
}

/** The announced changes that are over: a lost gain is not a level that is back. */
function overMarkdown({ trend, announcements: { over } }: TrendResult): string[] {
  const namesOf = (direction: AnnouncedChange['direction']) => {
    const own = over.filter(({ change }) => change.direction === direction)
    const names = own.map(({ series }) => escapeMarkdown(seriesName(trend.series[series] as TrendSeries)))
    const rest = names.length > mostRows ? ` and ${names.length - mostRows} more` : ''
    return names.length === 0 ? null : `${names.slice(0, mostRows).join(', ')}${rest}`
  }
  const [back, lost] = [namesOf('worse'), namesOf('better')]
  return [
    ...(back === null ? [] : [`The level is back: ${back}.`]),
    ...(lost === null ? [] : [`What was gained is lost: ${lost}.`]),
  ]
}

function headline({ announcements: { fresh, over }, tooFew }: TrendResult): string {
  const lost = over.filter(({ change }) => change.direction === 'better').length
  const parts = [
    ...(fresh.length === 0 ? [] : [counted(fresh.length, 'new change')]),
    ...(lost === 0 ? [] : [`${counted(lost, 'gain')} lost`]),
  ]
  if (parts.length > 0) return parts.join(', ')
  return tooFew === null ? 'nothing new' : tooFewText(tooFew)
}

/** The part of the job summary about the trend. */
export function trendMarkdown(result: TrendResult, issues: TrackingIssue[], where: string): string {
  const { trend, announcements } = result
  const counts = `${counted(trend.nights.length, 'night')}, ${trend.series.length} series`
  return [
    `### Trend of ${escapeMarkdown(trend.suite)}: ${headline(result)}`,
    ...changeEvents(announcements.fresh)
      .slice(0, mostEvents)
      .map(event => eventMarkdown(event, result, issues)),
    ...overMarkdown(result),
    `${counts}. ${where}`,
  ].join('\n\n')
}
