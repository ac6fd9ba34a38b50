// Runs the steps of one job one after the other, with the stages of their actions around them.
import { endProcesses } from '../leftover-processes.ts'
import { findAction, isLocal } from './actions.ts'
import { expand } from './expressions/expressions.ts'
import { nameSteps } from './name-steps.ts'
import type { WorkflowRun } from './run-jobs.ts'
import { runOne, runSteps } from './run-steps.ts'
import { type Leg, scopeOf, startJob } from './start-job.ts'

/** `outputs` are those of the job, `orphans` the commands of processes that outlived it. */
export type JobResult = { success: boolean; outputs: Record<string, string>; orphans: string[] }

/** Runs a job to its end. Throws when its workflow is not well-formed, or when the signal of the run is aborted. */
export async function runJob(run: WorkflowRun, leg: Leg): Promise<JobResult> {
  const job = await startJob(run, leg)
  const steps = nameSteps(leg.job.steps)
  job.report.steps = steps.map(step => step.report)
  run.onJob(job.report)
  for (const step of steps) {
    const { uses } = step.step
    if (uses !== undefined && !isLocal(uses)) step.action = await findAction(uses, run.actions, job.workspace)
    if (step.action?.scripts.Pre && (await runOne(run, job, step, 'Pre'))) job.posts.unshift({ job, step })
  }
  await runSteps(run, job, steps)
  for (const { job: owner, step } of job.posts) {
    // Their conditions ask for the status of the job.
    owner.success = job.success
    if (step.action?.scripts.Post) await runOne(run, owner, step, 'Post')
    job.success &&= owner.success
  }
  job.report.conclusion = job.success ? 'success' : 'failure'
  run.onJob(job.report)
  const scope = scopeOf(job)
  const outputs = Object.entries(leg.job.outputs).map(([name, value]) => [name, expand(value, scope)])
  const orphans = endProcesses(`${job.directory}/`).map(({ command }) => command)
  return { success: job.success, outputs: Object.fromEntries(outputs), orphans }
}
