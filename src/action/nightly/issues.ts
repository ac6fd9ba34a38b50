// Opens, updates and closes the issues that track changes for the worse. Never fails a job.
import * as core from '@actions/core'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import {
  closeIssue,
  openIssue,
  reopenIssue,
  setAside,
  type TrackingIssue,
  trackingIssues,
  updateIssue,
} from '../../github/posts/tracking-issue.ts'
import { type Announcement, isRecentChange } from '../../history/announce/announcements.ts'
import { changeEvents, nightsOfEvent } from '../../history/announce/change-events.ts'
import type { AnnouncedChange, TrendHistory } from '../../model/index.ts'
import { type ChangeRow, issueBody, issueTitle, recoveryText } from '../../report/markdown/changes.ts'
import { logText } from '../log.ts'
import type { TrendResult } from './analyse-night.ts'
import { hiddenAsOf, issueOf } from './issue-of.ts'
import { hiddenRange, largestRange } from './suspect-range.ts'
import { followedText, hiddenUnfollowed, isSetAside, unfollowedIn, unfollowedText } from './unfollowed.ts'

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

/** The text of an issue, with the commits for who asks to bisect them where there are several. */
function bodyOf({ trend, analysis }: TrendResult, changes: Announcement[]): string {
  const range = largestRange(trend, changes)
  const machine = changes[0]?.change.machine
  const newest = trend.nights.findLast(night => night.machine === machine)
  const lines = [
    issueBody(changes.map(rowOf), { trend, analysis }),
    ...(newest === undefined ? [] : [hiddenAsOf(newest.id)]),
    ...(range === null ? [] : [hiddenRange(range)]),
  ]
  return `${lines.join('\n')}\n`
}

async function open({ context, result }: TrackedNight, issues: TrackingIssue[]): Promise<TrackingIssue[]> {
  const { trend, analysis, announcements } = result
  const whyUnfollowed = unfollowedIn(trend)
  const lasting = announcements.current.filter(
    each => isToBeTracked(each) && isRecentChange(trend, each) && whyUnfollowed(each.change) === null,
  )
  // Each by itself: one that has an issue may share nights with others that have none.
  const untracked = lasting.filter(({ change }) => !change.issue && !issueOf(issues, change, trend))
  const opened: TrackingIssue[] = []
  for (const event of changeEvents(untracked).slice(0, mostOpened)) {
    const title = issueTitle(event.map(rowOf), { trend, analysis })
    const text = { title, body: bodyOf(result, event), nights: nightsOfEvent(event) }
    const issue = await openIssue(context, text)
    logText(`Opened ${issue.url}: ${title}`)
    opened.push(issue)
  }
  return opened
}

/** What is to be said of an issue: the changes that last, why others are not followed, and what finds one of those that are over. */
function foundFor({ result }: TrackedNight, issue: TrackingIssue, issues: TrackingIssue[]) {
  const { trend, announcements } = result
  const isAbout = (change: AnnouncedChange) => issueOf(issues, change, trend)?.number === issue.number
  const whyUnfollowed = unfollowedIn(trend)
  const open = announcements.announced.filter(each => each.recovered === null && isAbout(each))
  const reasons = open.flatMap(each => whyUnfollowed(each) ?? [])
  const lasting = announcements.current.filter(
    ({ change }) => change.recovered === null && isAbout(change) && whyUnfollowed(change) === null,
  )
  // Of a long history nearly all are.
  const findOver = () => announcements.announced.find(each => each.recovered !== null && isAbout(each))
  return { lasting, reasons, findOver }
}

/** Brings the text of one of `issues` up to date, closes it, or opens it again. What it is then. */
async function follow(
  night: TrackedNight,
  issue: TrackingIssue,
  issues: TrackingIssue[],
): Promise<TrackingIssue> {
  const { context, result } = night
  const { trend, analysis } = result
  const { lasting, reasons, findOver } = foundFor(night, issue, issues)
  if (lasting.length > 0) {
    if (!issue.open) await reopenIssue(context, issue, followedText)
    const title = issueTitle(lasting.map(rowOf), { trend, analysis })
    await updateIssue(context, issue, { title, body: bodyOf(result, lasting) })
    return { ...issue, open: true }
  }
  // Somebody may have opened it again who wants it open.
  if (!issue.open || (reasons.length > 0 && isSetAside(issue))) return issue
  if (reasons.length > 0) {
    await setAside(context, issue, { why: unfollowedText(reasons), mark: hiddenUnfollowed })
    core.info(`Closed ${issue.url}: its changes are not followed any more`)
    return { ...issue, open: false }
  }
  const over = findOver()
  if (over === undefined) return issue
  await closeIssue(context, issue, recoveryText(trend, over.machine))
  core.info(`Closed ${issue.url}: the level is back`)
  return { ...issue, open: false }
}

/** Does what tonight's `result` calls for; all issues as they are then, and why not all was done. `opened`: in an earlier try. */
export async function trackChanges(
  context: ConnectedJob,
  result: TrendResult,
  opened: TrackingIssue[] = [],
): Promise<{ issues: TrackingIssue[]; problem: string | null }> {
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
      if (issue.open || isSetAside(issue)) issues[at] = await follow({ context, result }, issue, issues)
    return { issues, problem: null }
  } catch (error) {
    const problem = `Changes could not be tracked: ${explainRefusal(error, 'issues: write')}`
    core.warning(problem)
    return { issues, problem }
  }
}

/** Those of `issues` that are open and about a change of the history. */
export function openIssuesOf(
  { trend, announcements }: TrendResult,
  issues: TrackingIssue[],
): TrackingIssue[] {
  const tracking = announcements.announced.map(change => issueOf(issues, change, trend))
  return issues.filter(({ open, number }) => open && tracking.some(each => each?.number === number))
}

/** The announced changes that the history remembers, each with the number of the issue that tracks it. */
export function withIssues(trend: TrendHistory, issues: TrackingIssue[]): AnnouncedChange[] {
  return trend.told.map(each => {
    const issue = issueOf(issues, each, trend)
    return issue ? { ...each, issue: issue.number } : each
  })
}
