// Runs steps one after the other: those of a job, and those of a composite action within one step.
import { findAction, inputsOf, isLocal, type Stage } from './actions.ts'
import type { Written } from './command-files.ts'
import { expand, holds, meets, type Scope } from './expressions/expressions.ts'
import { defaultTitle, nameSteps, type StepRun } from './name-steps.ts'
import type { WorkflowRun } from './run-jobs.ts'
import { nothing, runStage, type StageResult } from './run-step.ts'
import { expandInto, type JobRun, scopeOf } from './start-job.ts'

/** Runs the main stage of each; those that ran are noted for their post stage. */
export async function runSteps(run: WorkflowRun, job: JobRun, steps: StepRun[]): Promise<void> {
  for (const step of steps) {
    const ran = await runOne(run, job, step, 'Main')
    if (ran && !job.posts.some(each => each.step === step)) job.posts.unshift({ job, step })
  }
}

/** Runs a stage of a step unless its condition keeps it from running; returns whether it ran. */
export async function runOne(run: WorkflowRun, job: JobRun, step: StepRun, stage: Stage): Promise<boolean> {
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
  const result =
    (stage === 'Main' && (await runComposite(run, job, step, scope, env))) ||
    (await runStage(job, step, stage, scope, { ...job.variables, ...env }))
  run.signal.throwIfAborted()
  Object.assign(job.variables, result.env)
  Object.assign(job.exported, result.env)
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

/** How deep composite actions may call each other, as on GitHub. */
const mostLevels = 10

/**
 * Runs the steps of a composite action; null where the step uses none. Its steps see their own `steps` and `inputs`, no
 * secrets and no variables of the repository, and `env` of the step that calls it.
 */
async function runComposite(
  run: WorkflowRun,
  job: JobRun,
  step: StepRun,
  scope: Scope,
  env: Record<string, string>,
): Promise<StageResult | null> {
  const { uses } = step.step
  // An action of the workspace is there only once an earlier step has checked it out: runStage says so.
  if (uses && isLocal(uses))
    step.action ??= await findAction(uses, run.actions, job.workspace).catch(() => null)
  const { action } = step
  if (!action?.composite) return null
  if (job.level === mostLevels)
    throw new Error(`composite actions are nested deeper than ${mostLevels} levels`)
  const { values } = inputsOf(action, step.step.with)
  const inputs = Object.entries(values).map(([name, value]) => [name, expand(value, scope)])
  const { secrets: _, vars: __, ...contexts } = job.contexts
  const origin = { action_repository: action.origin?.repository ?? '', action_ref: action.origin?.ref ?? '' }
  const inner: JobRun = {
    ...job,
    contexts: { ...contexts, inputs: Object.fromEntries(inputs) },
    github: { ...job.github, action_path: action.directory, ...origin },
    level: job.level + 1,
    variables: { ...job.variables, ...env },
    exported: {},
    results: {},
    success: true,
  }
  const steps = nameSteps(action.composite.steps)
  for (const each of steps) {
    const named = each.step.uses
    if (named !== undefined && !isLocal(named))
      each.action = await findAction(named, run.actions, job.workspace)
    if (each.action?.scripts.Pre)
      throw new Error(`the stand-in knows no 'pre' in a composite action: ${named}`)
  }
  await runSteps(run, inner, steps)
  const outputs = Object.entries(action.composite.outputs).map(([name, value]) => [
    name,
    expand(value, scopeOf(inner)),
  ])
  const written: Written = { ...nothing, outputs: Object.fromEntries(outputs), env: inner.exported }
  return { ...written, success: inner.success, annotations: [] }
}
