// The comment `/bench bisect` on the issue of a change: checks who asks, and bisects the commits that the issue names.
import { resolve } from 'node:path'
import * as core from '@actions/core'
import { connect, type Octokit } from '../../github/api/connect.ts'
import type { IssueComment, JobContext } from '../../github/api/context.ts'
import { explainRefusal, needing } from '../../github/api/explain-refusal.ts'
import { react } from '../../github/posts/reaction.ts'
import { trackingIssues } from '../../github/posts/tracking-issue.ts'
import { hasWriteAccess } from '../../github/pull-request/write-access.ts'
import type { Values } from '../../inputs/values.ts'
import { expectedTestbed } from '../../job/start.ts'
import { InputError } from '../../model/index.ts'
import { jobRequest } from '../measure/job-request.ts'
import { branchSuites } from '../suites/branch-suites.ts'
import { contextsOf } from '../suites/results.ts'
import { bisectChange } from './bisect-changes.ts'
import { rangeInIssue, type SuspectRange } from './suspect-range.ts'

export const bisectWords = '/bench bisect'

/** Never throws: a reaction is only a courtesy. */
const acknowledge = (
  octokit: Octokit,
  context: JobContext,
  comment: IssueComment,
  how: 'eyes' | 'confused',
) =>
  react(octokit, context, comment, how).catch(error =>
    core.info(`No reaction: ${explainRefusal(error, 'issues: write')}.`),
  )

/** The commits that an issue of this program's own names, or why there are none. */
async function namedRange(
  octokit: Octokit,
  context: JobContext,
  number: number,
): Promise<SuspectRange | { reason: string }> {
  const issues = await needing('issues: read', trackingIssues(octokit, context))
  const issue = issues.find(each => each.number === number)
  if (issue === undefined) return { reason: `#${number} is no issue that stable-bench opened for a change` }
  const range = rangeInIssue(issue)
  return range ?? { reason: `#${number} names no commits: one commit made the change, or the machine did` }
}

/** The suite of the range as this checkout describes it, or why this job cannot measure it. */
function suiteOfRange(given: Values, context: JobContext, { suite, machine }: SuspectRange) {
  const { measured, described } = branchSuites(given)
  const found = measured.find(({ values }) => values.name === suite)
  if (found === undefined) return { reason: `this job measures no suite ${suite}` }
  const { facts } = expectedTestbed(jobRequest(found.values, context))
  const own = facts.machine ?? 'unknown'
  if (own !== machine) return { reason: `the change is of the machine ${machine}, and this runner is ${own}` }
  return { measured, described, found }
}

/**
 * Answers on the issue. Passes where the comment is for something else, or its author may not ask. Throws an InputError for another
 * event, and the server's refusal.
 */
export async function bisectAsked(given: Values, context: JobContext): Promise<void> {
  const { comment } = context
  if (comment === null)
    throw new InputError(`mode: bisect needs the event issue_comment, not ${context.event}`)
  if (comment.onPull || comment.body.trim() !== bisectWords)
    return core.notice(`Nothing is measured: the comment is not ${bisectWords} on the issue of a change.`)
  const octokit = connect(given.token)
  if (!(await hasWriteAccess(octokit, context, comment.author)))
    return core.notice(`Nothing is measured: ${comment.author} has no write access.`)
  const range = await namedRange(octokit, context, comment.issue)
  const suite = 'reason' in range ? range : suiteOfRange(given, context, range)
  if ('reason' in range || 'reason' in suite) {
    core.notice(`Nothing is measured: ${(suite as { reason: string }).reason}.`)
    await acknowledge(octokit, context, comment, 'confused')
    return
  }
  await acknowledge(octokit, context, comment, 'eyes')
  const { contextOf } = await contextsOf(given, context, suite.measured, suite.described)
  const { values } = suite.found
  const change = { issue: { number: comment.issue }, range }
  core.info(
    `${comment.author} asks for the commit of #${comment.issue}, in ${resolve(values['working-directory'])}.`,
  )
  const isAnswered = await bisectChange(octokit, contextOf(suite.found), { values, change, again: true })
  if (!isAnswered) await acknowledge(octokit, context, comment, 'confused')
}
