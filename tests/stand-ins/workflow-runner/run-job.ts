// Runs the steps of one job one after the other, with the stages of their actions around them.
import { endProcesses } from '../leftover-processes.ts'
import { findAction, isLocal, type Stage } from './actions.ts'
import { expand, holds, meets } from './expressions.ts'
import { defaultTitle, nameSteps, type StepRun } from './name-steps.ts'
import type { WorkflowRun } from './run-jobs.ts'
import { runStage } from './run-step.ts'
import { expandInto, type JobRun, type Leg, scopeOf, startJob } from './start-job.ts'

/** `outputs` are those of the job, `orphans` the commands of processes that outlived it. */
export type JobResult = { success: boolean; outputs: Record<string, string>; orphans: string[] }

/** Runs a job to its end. Throws when its workflow is not well-formed, or when the signal of the run is aborted. */
export async function runJob(run: WorkflowRun, leg: Leg): Promise<JobResult> {
  const job = await startJob(run, leg)
  const steps = nameSteps(leg.job.steps)
  job.report.steps = steps.map(step => step.report)
  run.onJob(job.report)
  const posts: StepRun[] = []
  for (const step of steps) {
    const { uses } = step.step
    if (uses !== undefined && !isLocal(uses)) step.action = await findAction(uses, run.actions, job.workspace)
    if (step.action?.scripts.Pre && (await runOne(run, job, step, 'Pre'))) posts.unshift(step)
  }
  for (const step of steps) {
    if ((await runOne(run, job, step, 'Main')) && !posts.includes(step)) posts.unshift(step)
  }
  for (const step of posts) if (step.action?.scripts.Post) await runOne(run, job, step, 'Post')
  job.report.conclusion = job.success ? 'success' : 'failure'
  run.onJob(job.report)
  const scope = scopeOf(job)
  const outputs = Object.entries(leg.job.outputs).map(([name, value]) => [name, expand(value, scope)])
  const orphans = endProcesses(`${job.directory}/`).map(({ command }) => command)
  return { success: job.success, outputs: Object.fromEntries(outputs), orphans }
}

/** Runs a stage of a step unless its condition keeps it from running; returns whether it ran. */
async function runOne(run: WorkflowRun, job: JobRun, step: StepRun, stage: Stage): Promise<boolean> {
  run.signal.throwIfAborted()
  const env: Record<string, string> = {}
  expandInto(env, step.step.env ?? {}, scopeOf(job))
  const scope = scopeOf(job, env)
  const condition = stage === 'Main' ? step.step.if : step.action?.conditions[stage]
  if (!meets(condition, scope)) {
    if (stage === 'Main') {
      job.results[step.name] = { outputs: {}, outcome: 'skipped', conclusion: 'skipped' }
      Object.assign(step.report, { status: 'completed', conclusion: 'skipped' })
    }
    return false
  }
  const title = `${stage === 'Main' ? '' : `${stage} `}${expand(step.step.name, scope) || defaultTitle(step.step)}`
  job.log(`##[group]${title}`)
  if (stage === 'Main') Object.assign(step.report, { name: title, status: 'in_progress' })
  run.onJob(job.report)
  const result = await runStage(job, step, stage, scope, { ...job.variables, ...env })
  run.signal.throwIfAborted()
  Object.assign(job.variables, result.env)
  Object.assign(step.state, result.state)
  job.path.push(...result.path)
  const outcome = result.success ? 'success' : 'failure'
  const conclusion =
    outcome === 'failure' && holds(step.step['continue-on-error'] ?? false, scope) ? 'success' : outcome
  if (stage === 'Main') {
    job.results[step.name] = { outputs: result.outputs, outcome, conclusion }
    Object.assign(step.report, { status: 'completed', conclusion })
  }
  if (conclusion === 'failure') job.success = false
  job.log(`##[endgroup]${outcome}: ${title}`)
  const { outputs, summary, annotations } = result
  run.steps.push({ job: job.title, id: step.name, name: title, stage, result: outcome, outputs, summary })
  run.annotations.push(...annotations)
  return true
}
