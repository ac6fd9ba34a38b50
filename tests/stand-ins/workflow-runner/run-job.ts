// Runs the steps of one job one after the other, with the stages of their actions around them.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { endProcesses } from '../leftover-processes.ts'
import { type Action, findAction, isLocal, type Stage } from './actions.ts'
import { runnerContext, serviceEnvironment } from './environment.ts'
import { expand, holds, meets, type Scope } from './expressions.ts'
import type { WorkflowRun } from './run-jobs.ts'
import { runStage, type StepRun } from './run-step.ts'
import { addMask, type Masks } from './step-output.ts'
import type { Job, Step, Values } from './workflow-file.ts'

/** What the steps of a job share. */
export type JobRun = {
  /** The id, with the values of the matrix, as in `bench (linux, small)`. */
  title: string
  /** Everything of the job is below it. */
  directory: string
  /** Those that do not depend on the steps. */
  contexts: Values
  github: Record<string, unknown>
  runner: ReturnType<typeof runnerContext>
  workspace: string
  /** The path of Node 24. */
  node: string
  /** From the server and the runner's service. */
  env: Record<string, string>
  service: Record<string, string>
  masks: Masks
  log: (text: string) => void
  /** No process may start once it is aborted. */
  signal: AbortSignal
  /** Filled by the steps: GITHUB_PATH, GITHUB_ENV, and the context `steps`. */
  path: string[]
  variables: Record<string, string>
  results: Record<string, { outputs: Record<string, string>; outcome: string; conclusion: string }>
  success: boolean
}

/** One run of a job of the workflow; a matrix has several. */
export type Leg = { id: string; title: string; job: Job; runnerName: string; contexts: Values }

/** `outputs` are those of the job, `orphans` the commands of processes that outlived it. */
export type JobResult = { success: boolean; outputs: Record<string, string>; orphans: string[] }

/** Runs a job to its end. Throws when its workflow is not well-formed, or when the signal of the run is aborted. */
export async function runJob(run: WorkflowRun, leg: Leg): Promise<JobResult> {
  const job = await startJob(run, leg)
  const steps = nameSteps(leg.job.steps)
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
  const scope = scopeOf(job)
  const outputs = Object.entries(leg.job.outputs).map(([name, value]) => [name, expand(value, scope)])
  const orphans = endProcesses(`${job.directory}/`).map(({ command }) => command)
  return { success: job.success, outputs: Object.fromEntries(outputs), orphans }
}

async function startJob(run: WorkflowRun, leg: Leg): Promise<JobRun> {
  // As in the folder of a runner; but no job finds what another has left.
  const directory = join(run.directory, `job-${++run.jobsStarted}`)
  const runner = runnerContext(leg.runnerName, run.env, directory)
  const repository = String(run.github.repository).split('/')[1] || 'repository'
  const workspace = join(runner.workspace, repository)
  for (const path of ['home', 'tmp', 'temp', 'tools']) await mkdir(join(directory, path), { recursive: true })
  await mkdir(workspace, { recursive: true })
  const service = serviceEnvironment(directory, run.env)
  const masks: Masks = new Set()
  for (const secret of Object.values(run.secrets)) addMask(masks, secret)
  const job: JobRun = {
    title: leg.title,
    directory,
    contexts: leg.contexts,
    github: { ...run.github, job: leg.id, workspace, event_path: run.eventPath },
    runner,
    workspace,
    node: join(service.PATH?.split(':')[0] ?? '', 'node'),
    env: run.env,
    service,
    masks,
    log: text => run.log.push(`[${leg.title}] ${text}`),
    signal: run.signal,
    path: [],
    variables: {},
    results: {},
    success: true,
  }
  for (const values of [run.workflow.env, leg.job.env]) expandInto(job.variables, values, scopeOf(job))
  return job
}

function expandInto(target: Record<string, string>, values: Values, scope: Scope): void {
  for (const [name, value] of Object.entries(values)) target[name] = expand(value, scope)
}

function scopeOf(job: JobRun, env: Record<string, string> = {}): Scope {
  const own = {
    github: job.github,
    runner: job.runner,
    steps: job.results,
    env: { ...job.variables, ...env },
  }
  return { contexts: { ...job.contexts, ...own }, status: { success: job.success, failure: !job.success } }
}

/** Runs a stage of a step unless its condition keeps it from running; returns whether it ran. */
async function runOne(run: WorkflowRun, job: JobRun, step: StepRun, stage: Stage): Promise<boolean> {
  run.signal.throwIfAborted()
  const env: Record<string, string> = {}
  expandInto(env, step.step.env ?? {}, scopeOf(job))
  const scope = scopeOf(job, env)
  const condition = stage === 'Main' ? step.step.if : step.action?.conditions[stage]
  if (!meets(condition, scope)) {
    if (stage === 'Main') job.results[step.name] = { outputs: {}, outcome: 'skipped', conclusion: 'skipped' }
    return false
  }
  const title = `${stage === 'Main' ? '' : `${stage} `}${expand(step.step.name, scope) || defaultTitle(step.step)}`
  job.log(`##[group]${title}`)
  const result = await runStage(job, step, stage, scope, { ...job.variables, ...env })
  run.signal.throwIfAborted()
  Object.assign(job.variables, result.env)
  Object.assign(step.state, result.state)
  job.path.push(...result.path)
  const outcome = result.success ? 'success' : 'failure'
  const conclusion =
    outcome === 'failure' && holds(step.step['continue-on-error'] ?? false, scope) ? 'success' : outcome
  if (stage === 'Main') job.results[step.name] = { outputs: result.outputs, outcome, conclusion }
  if (conclusion === 'failure') job.success = false
  job.log(`##[endgroup]${outcome}: ${title}`)
  const { outputs, summary, annotations } = result
  run.steps.push({ job: job.title, id: step.name, name: title, stage, result: outcome, outputs, summary })
  run.annotations.push(...annotations)
  return true
}

const defaultTitle = ({ uses, run = '' }: Step) => `Run ${uses ?? run.trim().split('\n')[0]}`

/** As GitHub makes up ids: `__run`, `__run_2`, `__actions_checkout`, `__self` for an action of the workspace. */
function nameSteps(steps: Step[]): StepRun[] {
  const counts: Record<string, number> = {}
  return steps.map(step => {
    const made = step.uses === undefined ? '__run' : madeUp(step.uses)
    counts[made] = (counts[made] ?? 0) + (step.id === undefined ? 1 : 0)
    const name = step.id ?? ((counts[made] ?? 0) > 1 ? `${made}_${counts[made]}` : made)
    return { step, name, action: null as Action | null, state: {} }
  })
}

const madeUp = (uses: string) =>
  isLocal(uses) ? '__self' : `__${uses.replace(/@.*/, '').replace(/[^\w-]/g, '_')}`
