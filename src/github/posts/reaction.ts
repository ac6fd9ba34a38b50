// Answers to a comment without words.
import type { ConnectedJob } from '../api/connect.ts'
import type { IssueComment } from '../api/context.ts'

/** Throws the server's refusal (403: `pull-requests: write` is missing). */
export async function react(
  { octokit, owner, repo }: ConnectedJob,
  { id }: IssueComment,
  content: 'eyes' | 'confused',
): Promise<void> {
  await octokit.rest.reactions.createForIssueComment({ owner, repo, comment_id: id, content })
}
