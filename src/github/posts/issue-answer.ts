// What a bisection came to, as a comment on the issue of a change: found by its marker and its author, and edited in place.
import type { ConnectedJob } from '../api/connect.ts'
import { tokenOwner } from '../api/token-owner.ts'

/** One word of `state` says what it came to. */
export type IssueAnswer = { issue: number; state: string; body: string }

export type FoundAnswer = { id: number; state: string }

const marker = (state: string) => `<!-- stable-bench bisection: ${state} -->`
const markerPattern = /^<!-- stable-bench bisection: ([a-z-]{1,20}) -->\r?\n/

/** The token's own answer on the issue; null where there is none. Anybody can write the marker. Throws the server's refusal. */
export async function findAnswer(
  { octokit, owner, repo }: ConnectedJob,
  issue: number,
): Promise<FoundAnswer | null> {
  const found: (FoundAnswer & { author: string | undefined })[] = []
  const request = { owner, repo, issue_number: issue, per_page: 100 }
  for await (const { data } of octokit.paginate.iterator(octokit.rest.issues.listComments, request)) {
    for (const { id, body = '', user } of data) {
      const state = markerPattern.exec(body)?.[1]
      if (state !== undefined) found.push({ id, state, author: user?.login })
    }
  }
  const byJob = found.find(({ author }) => author === octokit.host.jobAuthor)
  if (byJob !== undefined || found.length === 0) return byJob ?? null
  const token = await tokenOwner(octokit)
  return found.find(({ author }) => author !== undefined && author === token) ?? null
}

/** Writes the answer in place of `found`, or as a new comment, and returns its address. Throws the server's refusal. */
export async function writeAnswer(
  { octokit: { rest }, owner, repo }: ConnectedJob,
  answer: IssueAnswer,
  found: FoundAnswer | null,
): Promise<string> {
  const body = `${marker(answer.state)}\n${answer.body}`
  const { data } =
    found === null
      ? await rest.issues.createComment({ owner, repo, issue_number: answer.issue, body })
      : await rest.issues.updateComment({ owner, repo, comment_id: found.id, body })
  return data.html_url
}
