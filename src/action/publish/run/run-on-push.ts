// Whether a push to the pull request as it is now would run a job of the workflow. Where all jobs of a run were skipped all the
// same, its event was another one, such as a new title: that says nothing about the commit.
import type { ConnectedJob } from '../../../github/api/connect.ts'
import { repositoryFile } from '../../../github/api/repository.ts'
import { isMetByPush, type Push } from '../../../policy/workflow-file/expressions/push-condition.ts'
import { parsed } from '../../../policy/workflow-file/walk.ts'
import { fieldsOf } from '../../../policy/yaml-document.ts'

/** The context of a push, by whoever caused the run, where that is known. */
async function pushTo({ octokit, owner, repo, endedRun }: ConnectedJob, number: number): Promise<Push> {
  const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number })
  const actor = endedRun?.actor ? { actor: endedRun.actor, triggering_actor: endedRun.actor } : {}
  return {
    ...actor,
    event_name: 'pull_request',
    event: { action: 'synchronize', number, pull_request: data, repository: data.base.repo },
    repository: `${owner}/${repo}`,
    repository_owner: owner,
    base_ref: data.base.ref,
    head_ref: data.head.ref,
    ref: `refs/pull/${number}/merge`,
    ref_name: `${number}/merge`,
  }
}

/** Whether a job of the workflow at the commit would run. False where that is not known. Throws the server's refusal. */
export async function isRunOnPush(context: ConnectedJob, commit: string): Promise<boolean> {
  const { workflowPath: path, pullRequest } = context
  const text = pullRequest && (await repositoryFile(context, { path, commit }))
  if (!pullRequest || text === null) return false
  const push = await pushTo(context, pullRequest.number)
  return Object.values(fieldsOf(parsed(text).jobs))
    .map(fieldsOf)
    .some(job => job.needs === undefined && isMetByPush(job.if, push) === true)
}
