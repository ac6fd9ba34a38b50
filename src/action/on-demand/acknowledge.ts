// Shows who asked in a comment that it was read.
import * as core from '@actions/core'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'

/** Reacts to the comment of the event, where there is one. Never throws: a reaction is only a courtesy. */
export async function acknowledge(
  { octokit, owner, repo, comment }: ConnectedJob,
  content: 'eyes' | 'confused',
): Promise<void> {
  if (!comment) return
  const permission = comment.onPull ? 'pull-requests: write' : 'issues: write'
  const request = { owner, repo, comment_id: comment.id, content }
  await octokit.rest.reactions
    .createForIssueComment(request)
    .catch(error => core.info(`No reaction: ${explainRefusal(error, permission)}.`))
}
