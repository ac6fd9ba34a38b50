// Answers people who ask for a pull request to be measured. Checks that they may ask, and pins the commit. Runs no code
// of the pull request: its outputs are for the job that does, whose token may write nothing.
import * as core from '@actions/core'
import type { ConnectedJob } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { needing } from '../../github/api/explain-refusal.ts'
import { pinnedPull } from '../../github/pull-request/pinned-pull.ts'
import { hasWriteAccess } from '../../github/pull-request/write-access.ts'
import { inputs, type Values } from '../../inputs/values.ts'
import { InputError } from '../../model/index.ts'
import { acknowledge } from './acknowledge.ts'
import { assertApart, whyUnmeasured } from './own-workflow.ts'
import { pinnedText } from './requested-pull.ts'

/** Empty where the comment does not say; `commit` has seven digits at least. */
type Asked = { suite: string; runs: string; commit: string }

/** `problem` is set where a comment is meant for stable-bench and cannot be read. */
type Read = (Asked & { problem: null }) | { problem: string }

const form = /^\/bench(?:[ \t]+([A-Za-z0-9._-]{1,60}))?(?:[ \t]+([0-9]{1,4}))?$/
/** A last word of seven hexadecimal digits or more is a commit, never a suite. */
const last = /[ \t]+([0-9a-f]{7,64})$/i

/** Reads the whole text of a comment. A number alone is that of runs. Null where it is no request. */
export function readBenchComment(body: string): Read | null {
  const text = body.trim()
  if (!/^\/bench(?![\w-])/.test(text)) return null
  const commit = (last.exec(text)?.[1] ?? '').toLowerCase()
  const [found, word = '', number = ''] = form.exec(text.replace(last, '')) ?? []
  if (found === undefined)
    return {
      problem: 'the comment has to be /bench, /bench SUITE, /bench SUITE RUNS or one of them and a COMMIT',
    }
  const isNumber = /^[0-9]+$/.test(word)
  if (isNumber && number !== '') return { problem: 'the first word after /bench has to be a suite' }
  const [suite, runs] = isNumber ? ['', word] : [word, number]
  const { min, max } = inputs.runs
  const fits = runs === '' || (Number(runs) >= min && Number(runs) <= max)
  return fits
    ? { suite, runs, commit, problem: null }
    : { problem: `runs has to be ${min} to ${max}, not ${runs}` }
}

/** `since` is when it was asked for; `head` begins the commit that the event or the asker names, where they do. */
type Request = {
  number: number
  by: string
  since: string
  head: string | null
  suite: string
  runs: string
}

/** `reason` says why nothing is measured; `confused`: somebody expected a measurement, so tell them. */
type RequestOrReason = { request: Request } | { request: null; reason: string; confused?: true }

function askedByComment({ comment }: JobContext): RequestOrReason {
  if (!comment?.onPull) return { request: null, reason: 'the comment is on no pull request' }
  const read = readBenchComment(comment.body)
  if (read === null) return { request: null, reason: 'the comment does not ask for a measurement' }
  if (read.problem !== null) return { request: null, reason: read.problem, confused: true }
  const { issue: number, author: by, createdAt: since } = comment
  const { suite, runs, commit } = read
  return { request: { number, by, since, head: commit || null, suite, runs } }
}

async function askedByHand(context: ConnectedJob, given: string): Promise<RequestOrReason> {
  const [whole, number, head = null] = /^([1-9][0-9]{0,9})(?:@([0-9a-f]{7,64}))?$/.exec(given) ?? []
  if (whole === undefined) {
    throw new InputError(
      `input 'pull-request' has to be the number of a pull request, such as 12, or with a commit 12@COMMIT, got '${given}'`,
    )
  }
  const { branch, defaultBranch, actor, owner, repo, runId } = context
  if (branch !== defaultBranch)
    throw new InputError(
      `start this workflow on ${defaultBranch}: anybody who may push could have changed the one on '${branch}'`,
    )
  await assertApart(context)
  const request = { owner, repo, run_id: runId }
  const { data } = await needing('actions: read', context.octokit.rest.actions.getWorkflowRun(request))
  const asked = { number: Number(number), by: actor, since: data.created_at, head }
  return { request: { ...asked, suite: '', runs: '' } }
}

function askedByLabel({ pullRequest, actor }: JobContext): RequestOrReason {
  if (!pullRequest) return { request: null, reason: 'the event has no pull request' }
  const { number, headSha: head } = pullRequest
  return { request: { number, by: actor, since: '', head, suite: '', runs: '' } }
}

async function asked(values: Pick<Values, 'pull-request'>, context: ConnectedJob): Promise<RequestOrReason> {
  if (context.event === 'issue_comment') return askedByComment(context)
  if (context.event === 'workflow_dispatch') return askedByHand(context, values['pull-request'])
  if (context.event === 'pull_request_target') return askedByLabel(context)
  throw new InputError(
    `mode: request needs the event issue_comment, workflow_dispatch or pull_request_target, not ${context.event}`,
  )
}

async function refuse(context: ConnectedJob, reason: string, confused = false) {
  core.notice(`Nothing is measured: ${reason}.`)
  if (confused) await acknowledge(context, 'confused')
}

async function pinnedOrReason(context: ConnectedJob, request: Request) {
  const unmeasured = await whyUnmeasured(context, request.suite)
  if (unmeasured !== null) return unmeasured
  const pinned = await needing('pull-requests: read', pinnedPull(context, request))
  return typeof pinned === 'string' ? `${pinned}; ask again` : pinned
}

/**
 * Sets the outputs `pull-request`, `commit`, `suite` and `runs` where somebody with write access asks for the pull
 * request as it is. Otherwise sets none, and passes. Throws an InputError for a workflow that cannot ask.
 */
export async function answerRequest(
  values: Pick<Values, 'pull-request'>,
  context: ConnectedJob,
): Promise<void> {
  const found = await asked(values, context)
  if (found.request === null) {
    // Only people with write access are told about a mistake. This job does not answer anybody else.
    const { author = '' } = context.comment ?? {}
    const tell = found.confused === true && (await hasWriteAccess(context, author))
    return refuse(context, found.reason, tell)
  }
  const { by, suite, runs } = found.request
  if (!(await hasWriteAccess(context, by))) {
    return refuse(context, `${by} has no write access`)
  }
  const pinned = await pinnedOrReason(context, found.request).catch(async (error: Error) => {
    await acknowledge(context, 'confused')
    throw error
  })
  if (typeof pinned === 'string') return refuse(context, pinned, true)
  const outputs = { 'pull-request': pinnedText(pinned.pull), commit: pinned.commit, suite, runs }
  for (const [name, value] of Object.entries(outputs)) core.setOutput(name, value)
  core.info(`${by} asks for #${pinned.pull.number} at ${pinned.pull.headSha}.`)
  await acknowledge(context, 'eyes')
}
