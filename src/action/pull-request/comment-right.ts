// Whether a job that measures a pull request comments on it as well, or leaves that to a job that runs none of its code.
import * as core from '@actions/core'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { toPermit } from '../../github/api/explain-refusal.ts'
import { repositoryFile } from '../../github/api/repository.ts'
import type { Values } from '../../inputs/values.ts'
import { mayNotWrite } from '../../policy/workflow-file/job-permissions.ts'

const scope = 'pull-requests'

/** The inputs, with `comment: never` where the workflow takes that right away, as the log says. Never throws. */
export async function withCommentRight(given: Values, context: ConnectedJob): Promise<Values> {
  const { workflowPath: path, workflowSha: commit, job, actionRepository: repository } = context
  if (given.comment === 'never' || context.pullRequest === null || path === '') return given
  const text = await repositoryFile(context, { path, commit }).catch(() => null)
  if (text === null || !mayNotWrite(text, scope, { job, repository })) return given
  core.info(
    `No comment: the job's token may not write one; publish.yml does, or ${toPermit(`${scope}: write`)}.`,
  )
  return { ...given, comment: 'never' }
}
