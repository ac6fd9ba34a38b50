// Opens, updates and closes the issues that track changes for the worse. Never fails a job.
import * as core from '@actions/core'
import type { Octokit } from '../github/base-commits.ts'
import type { JobContext } from '../github/context.ts'
import { explainRefusal } from '../github/explain-refusal.ts'
import {
  closeIssue,
  issueAbout,
  openIssue,
  type TrackingIssue,
  trackingIssues,
  updateIssue,
} from '../github/tracking-issue.ts'
import { changeEvents, changesAt, nightsOfEvent } from '../history/change-events.ts'
import type { Tracked } from '../history/tell-changes.ts'
import { issueBody, issueTitle, recoveryText } from '../report/change-issue.ts'
import type { ChangeRow } from '../report/change-rows.ts'
import type { TrendResult } from './trend-result.ts'

/** In one night; a job that finds more has another problem than that somebody was not told. */
const mostOpened = 5

export const rowOf = ({ series, point, told }: Tracked): ChangeRow => ({
  series,
  point,
  ratio: told.ratio,
  before: told.before,
})

type Place = { octokit: Octokit; context: JobContext; result: TrendResult; issues: TrackingIssue[] }

/** The addresses of the issues that were opened, by the change. */
async function open({ octokit, context, result, issues }: Place): Promise<Map<Tracked, string>> {
  const { trend, analysis, telling, isRecent } = result
  const lasting = telling.tracked.filter(
    each =>
      each.told.direction === 'worse' &&
      each.told.recovered === null &&
      each.point !== null &&
      isRecent(each),
  )
  const addresses = new Map<Tracked, string>()
  const events = changeEvents(lasting).map(event => ({ event, nights: nightsOfEvent(event) }))
  const untracked = events.filter(({ event }) => !event.some(({ told }) => issueAbout(issues, told.nights)))
  for (const { event, nights } of untracked.slice(0, mostOpened)) {
    const rows = event.map(rowOf)
    const told = { trend, analysis }
    const text = { title: issueTitle(rows, told), body: issueBody(rows, told), nights }
    const url = await openIssue(octokit, context, text)
    core.info(`Opened ${url}: ${text.title}`)
    for (const each of event) addresses.set(each, url)
  }
  return addresses
}

async function follow({ octokit, context, result, issues }: Place): Promise<void> {
  const { trend, analysis, telling } = result
  for (const issue of issues.filter(each => each.open)) {
    const remembered = telling.told.filter(({ nights }) => nights.some(id => issue.nights.includes(id)))
    const worse = remembered.filter(({ direction }) => direction === 'worse')
    const lasting = changesAt(telling.tracked, issue.nights).filter(
      ({ told }) => told.direction === 'worse' && told.recovered === null,
    )
    if (lasting.length > 0) {
      const rows = lasting.map(rowOf)
      const told = { trend, analysis }
      await updateIssue(octokit, context, issue, {
        title: issueTitle(rows, told),
        body: issueBody(rows, told),
      })
    } else if (worse.length > 0) {
      await closeIssue(octokit, context, issue, recoveryText(trend, worse[0]?.machine ?? ''))
      core.info(`Closed ${issue.url}: the level is back`)
    }
  }
}

/** Where each change is tracked, as far as it is. */
export async function trackChanges(
  octokit: Octokit,
  context: JobContext,
  result: TrendResult,
): Promise<Map<Tracked, string>> {
  try {
    const issues = await trackingIssues(octokit, context)
    const place = { octokit, context, result, issues }
    const opened = await open(place)
    await follow(place)
    const known = result.telling.tracked.flatMap(each => {
      const issue = issueAbout(issues, each.told.nights)
      return issue ? [[each, issue.url] as const] : []
    })
    return new Map([...known, ...opened])
  } catch (error) {
    core.warning(`Changes could not be tracked: ${explainRefusal(error, 'issues: write')}`)
    return new Map()
  }
}
