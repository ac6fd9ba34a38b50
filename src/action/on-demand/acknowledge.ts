// Shows who asked in a comment that it was read.
import * as core from '@actions/core'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import { react } from '../../github/posts/reaction.ts'

/** Reacts to the comment of the event, where there is one. Never throws: a reaction is only a courtesy. */
export async function acknowledge(context: ConnectedJob, content: 'eyes' | 'confused'): Promise<void> {
  const { comment } = context
  if (!comment) return
  const permission = comment.onPull ? 'pull-requests: write' : 'issues: write'
  await react(context, comment, content).catch(error =>
    core.info(`No reaction: ${explainRefusal(error, permission)}.`),
  )
}
