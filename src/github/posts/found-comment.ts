// Finds the comment of a pull request and a suite, by its marker and its author.
import type { RequestBudget } from '../api/budget.ts'
import { type ConnectedJob, tokenOwner } from '../api/connect.ts'
import type { PullRequest } from '../api/context.ts'
import { needing } from '../api/explain-refusal.ts'
import { commentMarker, recordOf } from './comment-body.ts'
import { withUsualLines } from './hidden-text.ts'

/** What a token needs to write comments. */
export const permission = 'pull-requests: write'

export type FoundComment = { id: number; body: string; url: string; author: string | null }

export type CommentPlace = { context: ConnectedJob; pull: PullRequest; suite: string }

/** An issue or a pull request, and how one of our comments on it is known. Anyone can write such a mark. */
type Marked = { context: ConnectedJob; number: number; isMarked: (body: string) => boolean }

/** The marked comments, the oldest first. Asks for no more pages than are read. */
async function* marked({ context, number, isMarked }: Marked): AsyncGenerator<FoundComment> {
  const { octokit, owner, repo } = context
  const request = { owner, repo, issue_number: number, per_page: 100 }
  for await (const { data } of octokit.paginate.iterator(octokit.rest.issues.listComments, request)) {
    for (const { id, body: stored, html_url: url, user } of data) {
      const body = withUsualLines(stored ?? '')
      if (isMarked(body)) yield { id, body, url, author: user?.login ?? null }
    }
  }
}

/** The token's own of the marked comments. A request finds its owner only where all are by other authors. */
export async function ownMarked(place: Marked): Promise<FoundComment | undefined> {
  const { octokit } = place.context
  const others: FoundComment[] = []
  for await (const comment of marked(place)) {
    if (comment.author !== null && comment.author === octokit.host.jobAuthor) return comment
    others.push(comment)
  }
  if (others.length === 0) return undefined
  const owner = await tokenOwner(octokit)
  return others.find(({ author }) => author !== null && author === owner)
}

const markedAt = ({ context, pull, suite }: CommentPlace): Marked => {
  const marker = `${commentMarker(suite)}\n`
  return { context, number: pull.number, isMarked: body => body.startsWith(marker) }
}

/** The token's own comment. */
export const ownComment = (place: CommentPlace): Promise<FoundComment | undefined> =>
  ownMarked(markedAt(place))

/** The oldest of this author. */
export async function oldestBy(
  place: CommentPlace,
  author: string | undefined,
): Promise<FoundComment | undefined> {
  for await (const comment of marked(markedAt(place))) if (comment.author === author) return comment
  return undefined
}

/** Throws where there is no pull request. */
export function commentPlace(context: ConnectedJob, suite: string): CommentPlace {
  if (!context.pullRequest) throw new Error('there is no pull request to comment on')
  return { context, pull: context.pullRequest, suite }
}

/** By the budget of a job: the comments that were looked for in vain. */
const missing = new WeakMap<RequestBudget, Set<string>>()

const placeName = ({ pull, suite }: CommentPlace) => `${pull.number} ${suite}`

/** Whether the comment was looked for in vain. Counts once, for who makes one: that finds one made since. */
export const wasMissing = (place: CommentPlace): boolean =>
  missing.get(place.context.octokit.budget)?.delete(placeName(place)) ?? false

/** The record in the token's own comment; null where there is none. Throws as `needing`. */
export async function recordInComment(context: ConnectedJob, suite: string): Promise<string | null> {
  const place = commentPlace(context, suite)
  const own = await needing(permission, ownComment(place))
  if (own) return recordOf(own.body)
  const names = missing.get(context.octokit.budget) ?? new Set<string>()
  missing.set(context.octokit.budget, names.add(placeName(place)))
  return null
}
