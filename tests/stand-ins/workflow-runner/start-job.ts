// What a job starts with: its directories, what the runner knows of it, and the environment of its steps.
import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { runnerContext, serviceEnvironment } from './environment.ts'
import { expand, type Scope } from './expressions/expressions.ts'
import type { JobReport } from './job-report.ts'
import type { StepRun } from './name-steps.ts'
import type { WorkflowRun } from './run-jobs.ts'
import { addMask, type Masks } from './step-output.ts'
import type { Job, Values } from './workflow-file.ts'

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
  report: JobReport
  /** How many composite actions the steps are in, and what these steps wrote to GITHUB_ENV. */
  level: number
  exported: Record<string, string>
  /** Steps that have run, the last one first, with the job or composite action that they are in. */
  posts: { job: JobRun; step: StepRun }[]
}

/** One run of a job of the workflow; a matrix has several. */
export type Leg = { id: string; title: string; job: Job; runnerName: string; contexts: Values }

/** Makes the directories of a job below those of the run. */
export async function startJob(run: WorkflowRun, leg: Leg): Promise<JobRun> {
  // As in the folder of a runner; but no job finds what another has left.
  const directory = await mkdtemp(join(run.directory, 'job-'))
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
    report: { name: leg.title, runner: runner.name, conclusion: null, steps: [] },
    level: 0,
    exported: {},
    posts: [],
  }
  for (const values of [run.workflow.env, leg.job.env]) expandInto(job.variables, values, scopeOf(job))
  return job
}

/** Sets each of the values in `target`. */
export function expandInto(target: Record<string, string>, values: Values, scope: Scope): void {
  for (const [name, value] of Object.entries(values)) target[name] = expand(value, scope)
}

/** What expressions of a step see now; `env` is the step's own. */
export function scopeOf(job: JobRun, env: Record<string, string> = {}): Scope {
  const own = {
    github: job.github,
    runner: job.runner,
    steps: job.results,
    env: { ...job.variables, ...env },
  }
  return { contexts: { ...job.contexts, ...own }, status: { success: job.success, failure: !job.success } }
}
