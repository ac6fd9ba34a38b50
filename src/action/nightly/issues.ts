// Opens, updates and closes the issues that track changes for the worse. Never fails a job.
import * as core from '@actions/core'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import {
  closeIssue,
  issueAbout,
  openIssue,
  type TrackingIssue,
  trackingIssues,
  updateIssue,
} from '../../github/posts/tracking-issue.ts'
import type { Announcement } from '../../history/announce/announcements.ts'
import { changeEvents, nightsOfEvent } from '../../history/announce/change-events.ts'
import type { AnnouncedChange } from '../../model/index.ts'
import { type ChangeRow, issueBody, issueTitle, recoveryText } from '../../report/markdown/changes.ts'
import { logText } from '../log.ts'
import type { TrendResult } from './analyse-night.ts'
import { hiddenRange, largestRange } from './suspect-range.ts'

/** The limit for one night: where more changes begin at once, the job itself has a problem, and issues do not help. */
const mostOpened = 5

export const rowOf = ({ series, point, change }: Announcement): ChangeRow => ({
  series,
  point,
  ratio: change.ratio,
  before: change.before,
})

/** Whether a change gets an issue. A change that came with the testbed gets none: no commit caused it. */
const isToBeTracked = ({ change, point }: Announcement) =>
  change.direction === 'worse' && change.recovered === null && point !== null && !point.testbedChanged

type TrackedNight = { context: ConnectedJob; result: TrendResult }

/** The issue that tracks a change for the worse. */
export function issueOf(
  issues: TrackingIssue[],
  { issue, nights, direction }: AnnouncedChange,
): TrackingIssue | undefined {
  if (direction !== 'worse') return undefined
  return issues.find(each => each.number === issue) ?? issueAbout(issues, nights)
}

/** The text of an issue, with the commits for who asks to bisect them where there are several. */
function bodyOf({ trend, analysis }: TrendResult, changes: Announcement[]): string {
  const body = issueBody(changes.map(rowOf), { trend, analysis })
  const range = largestRange(trend, changes)
  return range === null ? body : `${body}\n${hiddenRange(range)}\n`
}

async function open({ context, result }: TrackedNight, issues: TrackingIssue[]): Promise<TrackingIssue[]> {
  const { trend, analysis, announcements, isRecent } = result
  const lasting = announcements.current.filter(each => isToBeTracked(each) && isRecent(each))
  // Each by itself: one that has an issue may share nights with others that have none.
  const untracked = lasting.filter(({ change }) => change.issue === undefined && !issueOf(issues, change))
  const opened: TrackingIssue[] = []
  for (const event of changeEvents(untracked).slice(0, mostOpened)) {
    const rows = event.map(rowOf)
    const told = { trend, analysis }
    const title = issueTitle(rows, told)
    const text = { title, body: bodyOf(result, event), nights: nightsOfEvent(event) }
    const issue = await openIssue(context, text)
    logText(`Opened ${issue.url}: ${title}`)
    opened.push(issue)
  }
  return opened
}

/** Brings the text of one of `issues` up to date, or closes it. What it is then. */
async function follow(
  { context, result }: TrackedNight,
  issue: TrackingIssue,
  issues: TrackingIssue[],
): Promise<TrackingIssue> {
  const { trend, analysis, announcements } = result
  const isAbout = ({ change }: Pick<Announcement, 'change'>) =>
    issueOf(issues, change)?.number === issue.number
  const lasting = announcements.current.filter(each => isAbout(each) && each.change.recovered === null)
  const ended = announcements.announced.find(change => isAbout({ change }))
  if (lasting.length > 0) {
    const rows = lasting.map(rowOf)
    const told = { trend, analysis }
    const text = { title: issueTitle(rows, told), body: bodyOf(result, lasting) }
    await updateIssue(context, issue, text)
  } else if (ended) {
    await closeIssue(context, issue, recoveryText(trend, ended.machine))
    core.info(`Closed ${issue.url}: the level is back`)
    return { ...issue, open: false }
  }
  return issue
}

/** `issues` are all tracking issues, as they are now; `problem` says why not everything was done, null where it was. */
type TrackedChanges = { issues: TrackingIssue[]; problem: string | null }

/**
 * Opens, updates and closes what tonight's `result` calls for. `opened` are the issues that this job has opened in an earlier
 * attempt.
 */
export async function trackChanges(
  context: ConnectedJob,
  result: TrendResult,
  opened: TrackingIssue[] = [],
): Promise<TrackedChanges> {
  const issues = [...opened]
  try {
    const numbers = result.announcements.announced.flatMap(({ issue, recovered }) =>
      issue && recovered === null ? [issue] : [],
    )
    const found = await trackingIssues(context, { numbers: [...new Set(numbers)], listedOnce: true })
    issues.push(...found.filter(({ number }) => !opened.some(each => each.number === number)))
    const before = [...issues]
    issues.push(...(await open({ context, result }, issues)))
    for (const [at, issue] of before.entries())
      if (issue.open) issues[at] = await follow({ context, result }, issue, issues)
    return { issues, problem: null }
  } catch (error) {
    const problem = `Changes could not be tracked: ${explainRefusal(error, 'issues: write')}`
    core.warning(problem)
    return { issues, problem }
  }
}

/** Those of `issues` that are open and about a change of the history. */
export const openIssuesOf = ({ announcements }: TrendResult, issues: TrackingIssue[]): TrackingIssue[] =>
  issues.filter(
    issue =>
      issue.open && announcements.announced.some(change => issueOf(issues, change)?.number === issue.number),
  )

/** The announced changes that the history remembers, each with the number of the issue that tracks it. */
export function withIssues(announced: AnnouncedChange[], issues: TrackingIssue[]): AnnouncedChange[] {
  return announced.map(each => {
    const issue = issueOf(issues, each)
    return issue ? { ...each, issue: issue.number } : each
  })
}
