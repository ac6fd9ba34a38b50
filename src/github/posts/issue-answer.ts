// What a bisection came to, as a comment on the issue of a change: found by its marker and its author, and edited in place.
import type { ConnectedJob } from '../api/connect.ts'
import { ownMarked } from './found-comment.ts'

/** One word of `state` says what it came to. */
type FoundAnswer = { id: number; state: string }

const marker = (state: string) => `<!-- stable-bench bisection: ${state} -->`
const markerPattern = /^<!-- stable-bench bisection: ([a-z-]{1,20}) -->\n/

/** The token's own answer on the issue; null where there is none. Anybody can write the marker. Throws the server's refusal. */
export async function findAnswer(context: ConnectedJob, issue: number): Promise<FoundAnswer | null> {
  const stateOf = (body: string) => markerPattern.exec(body)?.[1]
  const place = { context, number: issue, isMarked: (body: string) => stateOf(body) !== undefined }
  const own = await ownMarked(place)
  return own === undefined ? null : { id: own.id, state: stateOf(own.body) ?? '' }
}

/** Writes the answer in place of `found`, or as a new comment, and returns its address. Throws the server's refusal. */
export async function writeAnswer(
  { octokit: { rest }, owner, repo }: ConnectedJob,
  answer: { issue: number; state: string; body: string },
  found: FoundAnswer | null,
): Promise<string> {
  const body = `${marker(answer.state)}\n${answer.body}`
  const { data } =
    found === null
      ? await rest.issues.createComment({ owner, repo, issue_number: answer.issue, body })
      : await rest.issues.updateComment({ owner, repo, comment_id: found.id, body })
  return data.html_url
}
