// Whether the workflow of the base commit measures each push to a pull request. Where all its jobs were skipped all the same, the
// event was another one, such as a new title: that says nothing about the commit.
import type { ConnectedJob } from '../../../github/api/connect.ts'
import { repositoryFile } from '../../../github/api/repository.ts'
import { isMetByPush } from '../../../policy/workflow-file/expressions/push-condition.ts'
import { fieldsOf } from '../../../policy/workflow-file/fields.ts'
import { measuringSteps } from '../../../policy/workflow-file/measuring-steps.ts'
import { isMeasuring } from '../../../policy/workflow-file/promised-suites.ts'
import { parsed } from '../../../policy/workflow-file/walk.ts'

/** False where that is not sure, as for a condition that looks at labels. */
export async function isMeasuredOnPush(context: ConnectedJob, commit: string): Promise<boolean> {
  const { workflowPath, actionRepository } = context
  const read = (path: string) => repositoryFile(context, { path, commit })
  try {
    const { steps } = await measuringSteps(read, workflowPath, actionRepository)
    const own = steps.filter(step => isMeasuring(step) && typeof step.shown === 'string')
    const jobs = fieldsOf(parsed((await read(workflowPath)) ?? '').jobs)
    return own
      .map(({ job }) => fieldsOf(jobs[job]))
      .some(job => job.needs === undefined && isMetByPush(job.if))
  } catch {
    return false
  }
}
