// Searches for the commits of the changes that the nights' issues name: of one change at a time, in a job of its own on a runner that
// measures. A schedule takes the oldest open issue without an answer; `/bench bisect` on an issue takes that one.
import * as core from '@actions/core'
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { IssueComment, JobContext } from '../../github/api/context.ts'
import { needing } from '../../github/api/explain-refusal.ts'
import { type TrackingIssue, trackingIssues } from '../../github/posts/tracking-issue.ts'
import { hasWriteAccess } from '../../github/pull-request/write-access.ts'
import type { Values } from '../../inputs/values.ts'
import { InputError } from '../../model/index.ts'
import { type JobSuite, testbedOfJob } from '../measure/job-request.ts'
import { rangeInIssue, type SuspectRange } from '../nightly/suspect-range.ts'
import { acknowledge } from '../on-demand/acknowledge.ts'
import { branchSuites } from '../suites/branch-suites.ts'
import { contextsOf } from '../suites/results.ts'
import { bisectIssue } from './bisect-issue.ts'

const words = '/bench bisect'

type Suspect = { issue: number; range: SuspectRange; suite: JobSuite }
type Reason = { reason: string }

/** The commits that the issue names, with the suite of this job that measures them; or why there is nothing to search. */
function suspectOf(issue: TrackingIssue, suites: JobSuite[], context: JobContext): Suspect | Reason {
  const range = rangeInIssue(issue)
  if (range === null)
    return { reason: `#${issue.number} names no commits: one commit made the change, or the machine did` }
  const suite = suites.find(({ values }) => values.name === range.suite)
  if (suite === undefined) return { reason: `this job measures no suite ${range.suite}` }
  const { facts } = testbedOfJob(suite.values, context)
  const machine = facts.machine ?? 'unknown'
  if (machine !== range.machine)
    return { reason: `the change is of the machine ${range.machine}, and this runner is ${machine}` }
  return { issue: issue.number, range, suite }
}

type Job = {
  context: ConnectedJob
  suites: JobSuite[]
  contextOf: (suite: JobSuite) => ConnectedJob
}

const answered = ({ contextOf }: Job, { issue, range, suite }: Suspect, again: boolean) =>
  bisectIssue(contextOf(suite), { values: suite.values, issue, range, again })

/** Answers on the issue that the comment is on. */
async function asked(job: Job, comment: IssueComment): Promise<void> {
  const { context, suites } = job
  const issues = await needing('issues: read', trackingIssues(context))
  const issue = issues.find(({ number }) => number === comment.issue)
  const suspect: Suspect | Reason =
    issue === undefined
      ? { reason: `#${comment.issue} is no issue that stable-bench opened for a change` }
      : suspectOf(issue, suites, context)
  if ('reason' in suspect) {
    core.notice(`Nothing is measured: ${suspect.reason}.`)
    return acknowledge(context, 'confused')
  }
  await acknowledge(context, 'eyes')
  if (!(await answered(job, suspect, true))) await acknowledge(context, 'confused')
}

/** Answers on the oldest open issue that has no answer yet. */
async function next(job: Job): Promise<void> {
  const { context, suites } = job
  const issues = await needing('issues: read', trackingIssues(context))
  for (const issue of issues.filter(({ open }) => open)) {
    const suspect = suspectOf(issue, suites, context)
    if ('reason' in suspect || suspect.suite.values.bisect !== 'auto') continue
    if (await answered(job, suspect, false)) return
  }
  core.info('No open issue waits for a bisection on this machine.')
}

/**
 * Passes where nobody asks, or who asks may not. Throws an InputError for an event of another branch or of a pull request, and the
 * server's refusal.
 */
export async function bisectIssues(given: Values, context: ConnectedJob): Promise<void> {
  const { comment, branch, defaultBranch, pullRequest } = context
  if (pullRequest !== null || branch !== defaultBranch)
    throw new InputError(
      `mode: bisect is for a schedule, workflow_dispatch or a comment on an issue, on the default branch, and not for ${context.event}`,
    )
  if (comment !== null && (comment.onPull || comment.body.trim() !== words))
    return core.notice(`Nothing is measured: the comment is not ${words} on the issue of a change.`)
  if (comment !== null && !(await hasWriteAccess(context, comment.author)))
    return core.notice(`Nothing is measured: ${comment.author} has no write access.`)
  const suites = branchSuites(given)
  const { contextOf } = await contextsOf(given, context, suites)
  const job = { context, suites: suites.measured, contextOf }
  if (comment === null) await next(job)
  else await asked(job, comment)
}
