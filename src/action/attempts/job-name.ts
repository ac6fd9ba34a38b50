// The name of a job, by which records tell it from others of its run. The runner gives only the id of a job in its file, which
// all legs of a matrix share.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as core from '@actions/core'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { type JobContext, proposalOf } from '../../github/api/context.ts'
import { explainRefusal } from '../../github/api/explain-refusal.ts'
import { jobNow, jobsOfRun } from '../../github/runs/run-jobs.ts'
import type { Values } from '../../inputs/values.ts'
import { repositoryRoot } from '../../policy/config-file.ts'

/** Whether the job may be one leg of several: its file, or a file that this one calls, has the matrix. */
function mayBeLeg({ workflowPath }: JobContext, directory: string): boolean {
  const root = repositoryRoot(directory)
  const place = root === null || workflowPath === '' ? '' : join(root, workflowPath)
  if (!existsSync(place)) return false
  return /\bmatrix\b|uses:\s*\S+\.ya?ml\b/.test(readFileSync(place, 'utf8'))
}

/** With the name that GitHub shows of the job, where it may be a leg of a matrix: one request then. Never throws. */
export async function withJobName(
  { 'working-directory': directory }: Pick<Values, 'working-directory'>,
  context: ConnectedJob,
): Promise<ConnectedJob> {
  const { runnerName: runner, runAttempt: attempt } = context
  if (proposalOf(context) === null || !mayBeLeg(context, directory)) return context
  try {
    const jobs = await jobsOfRun(context)(attempt)
    const name = jobNow(jobs, { runner, attempt })?.name
    return name === undefined ? context : { ...context, jobName: name }
  } catch (error) {
    core.info(`Which leg of a matrix this is, is not known: ${explainRefusal(error, 'actions: read')}.`)
    return context
  }
}
