// Answers to a comment without words.
import type { Octokit } from '../api/connect.ts'
import type { IssueComment, JobContext } from '../api/context.ts'

/** Throws the server's refusal (403: `pull-requests: write` is missing). */
export async function react(
  octokit: Octokit,
  { owner, repo }: JobContext,
  { id }: IssueComment,
  content: 'eyes' | 'confused',
): Promise<void> {
  await octokit.rest.reactions.createForIssueComment({ owner, repo, comment_id: id, content })
}
