// Says in the comment of an earlier commit that this one is being measured, or could not be. Never fails a job.
import * as core from '@actions/core'
import { connect } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { markComment, type RunState } from '../../github/posts/sticky-comment.ts'
import type { Values } from '../../inputs/table.ts'

/** Edits the comment of `values.name` where there is one and the token may; else says why not in the log. */
export async function showState(
  values: Pick<Values, 'name' | 'comment' | 'token'>,
  context: JobContext,
  state: RunState,
): Promise<void> {
  if (values.comment === 'never' || !context.pullRequest || context.pullRequest.fromFork) return
  try {
    await markComment(connect(values.token), context, { suite: values.name, state })
  } catch (error) {
    core.info(`The comment was left as it is: ${(error as Error).message}`)
  }
}
