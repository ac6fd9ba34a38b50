// One comment per pull request and suite, found by its marker and its author, and edited in place. Of jobs that overlap, the report
// of the newer run stays; of two comments that were made at once, the older one.
import { setTimeout as sleep } from 'node:timers/promises'
import { shortSha } from '../../phrases.ts'
import type { ConnectedJob } from '../api/connect.ts'
import type { JobContext } from '../api/context.ts'
import { explainRefusal } from '../api/explain-refusal.ts'
import {
  type CommentReport,
  commentBody,
  recordOf,
  runOfComment,
  statusOf,
  withStatus,
} from './comment-body.ts'
import {
  type CommentPlace,
  commentPlace,
  type FoundComment,
  oldestBy,
  ownComment,
  permission,
  wasMissing,
} from './found-comment.ts'

const mostTries = 3

const short = (sha: string) => `\`${shortSha(sha)}\``
/** `shown` is the commit of the report, null where the comment does not say. */
const belowText = (shown: string | null) =>
  `the numbers below are for ${shown === null ? 'an earlier commit' : short(shown)}`

async function update({ context }: CommentPlace, id: number, body: string): Promise<string> {
  const { octokit, owner, repo } = context
  const { data } = await octokit.rest.issues.updateComment({ owner, repo, comment_id: id, body })
  return data.html_url
}

const isNewer = (comment: FoundComment, { runId }: JobContext) =>
  (runOfComment(comment.body)?.runId ?? 0) > runId

/** The status of a newer run; null for that of this run or an older one. */
function newerStatus({ body }: FoundComment, { runId }: JobContext): string | null {
  const status = statusOf(body)
  return status !== null && status.runId > runId ? status.text : null
}

/** Edits a comment of this or an older run. The status of a newer run stays above the report. */
function replace(place: CommentPlace, own: FoundComment, body: string): Promise<string> {
  const status = newerStatus(own, place.context)
  if (status === null) return update(place, own.id, body)
  const text = status.replace(/the numbers below are .*$/, belowText(place.pull.headSha))
  return update(place, own.id, withStatus(body, text))
}

/** Creates the comment, unless another job has made one meanwhile: then that one, which came first, is returned. */
async function create(place: CommentPlace, body: string): Promise<{ url: string } | { first: FoundComment }> {
  const { context, pull } = place
  const { octokit, owner, repo } = context
  const { data } = await octokit.rest.issues.createComment({ owner, repo, issue_number: pull.number, body })
  // The answer names the token's author, even where the token may not ask for it.
  const first = await oldestBy(place, data.user?.login)
  if (!first || first.id >= data.id) return { url: data.html_url }
  await octokit.rest.issues.deleteComment({ owner, repo, comment_id: data.id })
  return { first }
}

/** What to post beside the record that the comment holds, or null: a report in its place, or Markdown above it. */
type ToPost = (record: string | null) => CommentReport | { note: string }

type Writing = { onlyEdit: boolean; toPost: ToPost }

const bodyFor = ({ context, pull, suite }: CommentPlace, report: CommentReport) =>
  commentBody(suite, { runId: context.runId, sha: pull.headSha }, report)

async function edit(place: CommentPlace, own: FoundComment, { toPost }: Writing): Promise<string> {
  if (isNewer(own, place.context)) return own.url
  const posted = toPost(recordOf(own.body))
  if ('note' in posted) return update(place, own.id, withStatus(own.body, posted.note))
  return replace(place, own, bodyFor(place, posted))
}

async function write(place: CommentPlace, writing: Writing): Promise<string | null> {
  const { onlyEdit, toPost } = writing
  const own = !onlyEdit && wasMissing(place) ? undefined : await ownComment(place)
  if (own) return edit(place, own, writing)
  const posted = toPost(null)
  if (onlyEdit || 'note' in posted) return null
  const made = await create(place, bodyFor(place, posted))
  return 'url' in made ? made.url : edit(place, made.first, writing)
}

/** Another try may help: the comment was deleted or created meanwhile, or the server had an error. */
const mayPass = ({ status = 0 }: { status?: number }) => status === 404 || status === 409 || status >= 500

/**
 * Creates or edits the comment, and returns its URL. With `onlyEdit` it creates none, and returns null. The comment of a
 * newer run stays as it is. Throws an Error that names the missing permission when the server refuses.
 */
export async function publishComment(
  context: ConnectedJob,
  { suite, onlyEdit = false, toPost }: Partial<Writing> & Pick<Writing, 'toPost'> & { suite: string },
): Promise<string | null> {
  const place = commentPlace(context, suite)
  for (let tries = 1; ; tries++) {
    try {
      return await write(place, { onlyEdit, toPost })
    } catch (error) {
      if (tries === mostTries || !mayPass(error as { status?: number })) {
        throw new Error(explainRefusal(error, permission))
      }
      await sleep(tries * 1000)
    }
  }
}

export type RunState = 'measuring' | 'failed'

/** The run's own report stays: it says more than a note that the run failed afterwards. */
const isReported = ({ body }: FoundComment, { runId }: JobContext, state: RunState) =>
  state === 'failed' && runOfComment(body)?.runId === runId && statusOf(body) === null

function statusText(
  state: RunState,
  { runId, runUrl }: JobContext,
  sha: string,
  shown: string | null,
): string {
  const now = short(sha)
  const run = `[run ${runId}](${runUrl})`
  const what =
    state === 'measuring' ? `Measuring ${now} in ${run}` : `${now} could not be measured, see ${run}`
  return `${what}; ${sha === shown ? 'the numbers below are from before' : belowText(shown)}`
}

/** Notes above an earlier report that it is about an older commit. Creates no comment. Throws as `publishComment`. */
export async function markComment(
  context: ConnectedJob,
  { suite, state }: { suite: string; state: RunState },
): Promise<void> {
  const place = commentPlace(context, suite)
  try {
    const own = await ownComment(place)
    if (!own || isNewer(own, context) || newerStatus(own, context) || isReported(own, context, state)) return
    const shown = runOfComment(own.body)?.sha ?? null
    const text = statusText(state, context, place.pull.headSha, shown)
    await update(place, own.id, withStatus(own.body, text))
  } catch (error) {
    throw new Error(explainRefusal(error, permission))
  }
}
