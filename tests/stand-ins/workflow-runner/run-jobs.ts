// Runs the jobs of a workflow in the order of their needs, the legs of a matrix one after the other.
import type { Stage } from './actions.ts'
import { calledRun, type ReadBeside } from './call-workflow.ts'
import type { githubContext, Runner } from './environment.ts'
import { evaluated, expand, meets, type Scope } from './expressions/expressions.ts'
import type { JobReport } from './job-report.ts'
import { runJob } from './run-job.ts'
import type { Annotation } from './step-output.ts'
import { combinations, type Job, type Values, type Workflow } from './workflow-file.ts'

/** One stage of one step that ran. `id` is the step's, or the name that GitHub makes up. */
export type StepResult = {
  /** The id of the job, with the values of its matrix as in `bench (linux, small)`. */
  job: string
  id: string
  name: string
  stage: Stage
  result: 'success' | 'failure'
  outputs: Record<string, string>
  /** Markdown that the step wrote to GITHUB_STEP_SUMMARY. */
  summary: string
}

/** A run of a workflow, also of one that it calls: what is given, and what it has come to. */
export type WorkflowRun = {
  workflow: Workflow
  readBeside: ReadBeside
  /** 1 for the workflow of the event; and what the titles of its jobs begin with. */
  level: number
  title: string
  github: ReturnType<typeof githubContext>
  /** From the server and the runner's service. */
  env: Record<string, string>
  secrets: Record<string, string>
  /** The variables of the repository. */
  vars: Record<string, string>
  inputs: Values
  actions: Record<string, string>
  runners: Runner[]
  /** Everything of the run is below it. */
  directory: string
  eventPath: string
  signal: AbortSignal
  /** Is told of a job whenever something of it has changed. */
  onJob: (report: JobReport) => void
  /** By title of the leg. */
  jobs: Record<string, Conclusion>
  steps: StepResult[]
  annotations: Annotation[]
  log: string[]
  /** The commands of processes that outlived their job. */
  orphans: string[]
}

export type Conclusion = 'success' | 'failure' | 'cancelled' | 'skipped'

type Needed = { result: Conclusion; outputs: Record<string, string> }

/**
 * Runs the jobs, of which `only` is one that is wanted with those that it needs. Fills `jobs` and the rest of `run`.
 * Returns what each came to.
 */
export async function runJobs(run: WorkflowRun, only?: string): Promise<Record<string, Needed>> {
  const { jobs } = run.workflow
  const done: Record<string, Needed> = {}
  for (const id of inOrder(jobs, only === undefined ? Object.keys(jobs) : [only])) {
    const job = jobs[id] as Job
    const needs = Object.fromEntries(job.needs.map(name => [name, done[name]]))
    const before = [...ancestors(jobs, id)].map(name => done[name]?.result)
    const status = {
      success: before.every(result => result === 'success'),
      failure: before.includes('failure'),
    }
    const contexts = { github: run.github, needs, inputs: run.inputs, vars: run.vars }
    if (meets(job.if, { contexts, status })) {
      done[id] = await runLegs(run, id, job, contexts)
    } else {
      run.jobs[`${run.title}${id}`] = 'skipped'
      done[id] = { result: 'skipped', outputs: {} }
      // Expressions in the name of a job that is skipped stay as they are: actions/runner#1215.
      run.onJob({ name: job.name ?? id, runner: '', conclusion: 'skipped', steps: [] })
    }
  }
  return done
}

async function runLegs(run: WorkflowRun, id: string, job: Job, contexts: Values): Promise<Needed> {
  const outputs: Record<string, string> = {}
  const results: Conclusion[] = []
  const lists = Object.entries(job.strategy.matrix ?? {}).map(([name, list]) => [
    name,
    evaluated(list, { contexts }),
  ])
  for (const matrix of combinations(job.strategy.matrix && Object.fromEntries(lists))) {
    const values = Object.values(matrix)
    const leg = values.length > 0 ? `${id} (${values.join(', ')})` : id
    const name = job.name === undefined ? leg : expand(job.name, { contexts: { ...contexts, matrix } })
    const title = `${run.title}${name}`
    if (results.includes('failure') && job.strategy['fail-fast'] !== false) {
      run.jobs[title] = 'cancelled'
      continue
    }
    const own = { ...contexts, matrix, secrets: run.secrets }
    const result = job.uses ? await callJob(run, job, title, own) : await runLeg(run, id, job, title, own)
    results.push(result.success ? 'success' : 'failure')
    for (const [name, value] of Object.entries(result.outputs)) if (value !== '') outputs[name] = value
  }
  return { result: results.includes('failure') ? 'failure' : 'success', outputs }
}

async function runLeg(run: WorkflowRun, id: string, job: Job, title: string, contexts: Values) {
  const runnerName = runnerFor(run, job, { contexts })
  const result = await runJob(run, { id, title, job, contexts, runnerName })
  run.orphans.push(...result.orphans)
  run.jobs[title] = result.success ? 'success' : 'failure'
  return result
}

/** Its jobs are the called workflow's; it is none of its own. */
async function callJob(run: WorkflowRun, job: Job, title: string, contexts: Values) {
  const called = await calledRun(run, job, { title, scope: { contexts } })
  const jobs = await runJobs(called)
  const scope = { contexts: { jobs, github: called.github, inputs: called.inputs, vars: called.vars } }
  const outputs = Object.entries(called.workflow.call.outputs ?? {}).map(([name, { value }]) => [
    name,
    expand(value, scope),
  ])
  const success = !Object.values(jobs).some(({ result }) => result === 'failure')
  return { success, outputs: Object.fromEntries(outputs) as Record<string, string> }
}

/** The name of the first runner that has all labels of a job. On GitHub the job would wait for one. */
function runnerFor(run: WorkflowRun, job: Job, scope: Scope): string {
  const wanted = job['runs-on'].map(label => expand(label, scope))
  const runner = run.runners.find(({ labels }) => wanted.every(label => labels.includes(label)))
  if (!runner) throw new Error(`'runners' has no runner for a job with the labels ${wanted.join(', ')}`)
  return runner.name
}

function inOrder(jobs: Record<string, Job>, wanted: string[]): string[] {
  const order = new Set<string>()
  for (const id of wanted) {
    for (const before of inOrder(jobs, jobs[id]?.needs ?? [])) order.add(before)
    if (!jobs[id]) throw new Error(`the workflow has no job '${id}'`)
    order.add(id)
  }
  return [...order]
}

function ancestors(jobs: Record<string, Job>, id: string): Set<string> {
  const direct = jobs[id]?.needs ?? []
  return new Set([...direct, ...direct.flatMap(name => [...ancestors(jobs, name)])])
}
