// Runs one workflow of a git repository on this machine, as GitHub and its self-hosted runner do: no containers, no
// network, no trace outside one temporary directory. Every remote action has to be a local directory; actions/checkout
// is a stand-in that honours fetch-depth.
//
// As GitHub: expressions and their contexts, `if:` and the status functions, matrix, needs and job outputs; the
// environment of the steps (GITHUB_* and RUNNER_* stand above `env:`, the runtime token is for actions alone, stdin is
// empty, there is no terminal); the command files and workflow commands, masks, the limits of annotations and summaries;
// `pre`, `main` and `post` of JavaScript actions with their state; composite actions, and workflows that a job calls, with
// their inputs, secrets and outputs; processes that outlive their job are ended.
//
// Not as GitHub: jobs and the legs of a matrix run one after the other, each in an empty workspace; filters of events other
// than `types`, `concurrency`, `permissions` and `timeout-minutes` have no effect; no job is cancelled but by `fail-fast`; a
// called workflow or action of another repository is the same at every ref. Containers and whatever else is not known here
// are refused.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endProcesses } from './leftover-processes.ts'
import { checkActions } from './workflow-runner/actions.ts'
import { filesOfCommit } from './workflow-runner/call-workflow.ts'
import { githubContext, type Runner } from './workflow-runner/environment.ts'
import type { JobReport } from './workflow-runner/job-report.ts'
import { type Conclusion, runJobs, type StepResult, type WorkflowRun } from './workflow-runner/run-jobs.ts'
import type { Annotation } from './workflow-runner/step-output.ts'
import { readWorkflow, type Values } from './workflow-runner/workflow-file.ts'

export type WorkflowRequest = {
  /** URL of the git repository that the workflow checks out from. */
  origin: string
  /** The commit of the event. */
  sha: string
  /** Path of the workflow file, and what is in it. */
  workflow: string
  text: string
  event: string
  payload: object
  /** From the server: GITHUB_*, and ACTIONS_* for actions; the rest is from the service of the runner, for all steps. */
  env?: Record<string, string>
  secrets?: Record<string, string>
  /** Of the repository, for the context `vars`. */
  vars?: Record<string, string>
  /** Only this job and those it needs. */
  job?: string
  /** Directories of remote actions by `owner/repo`; every ref of them that the workflow uses is served from there. */
  actions?: Record<string, string>
  /** A job goes to the first one that has all its labels. */
  runners?: Runner[]
  /** Milliseconds. */
  timeout?: number
  /** Is told of a job whenever something of it has changed. */
  onJob?: (report: JobReport) => void
}

export type WorkflowResult = {
  /** 0 when no job failed. */
  code: number
  /** What each job came to, those of a matrix as `bench (linux, small)`. */
  jobs: Record<string, Conclusion>
  /** Steps that are skipped leave none. */
  steps: StepResult[]
  annotations: Annotation[]
  /** The summaries of all steps in order, each on lines of its own. */
  summary: string
  /** What people would read. */
  log: string
  /** The commands of processes that outlived their job. */
  orphans: string[]
}

/** Of actions that need GitHub itself: those for its Pages do nothing. */
const standIns = Object.fromEntries(
  Object.entries({
    'actions/checkout': './checkout',
    'actions/upload-pages-artifact': './pages/upload',
    'actions/deploy-pages': './pages/deploy',
  }).map(([name, path]) => [name, fileURLToPath(new URL(path, import.meta.url))]),
)
const oneRunner = { name: 'stand-in', labels: ['self-hosted', 'bench', 'ubuntu-latest'] }

/**
 * Runs a workflow to its end.
 *
 * @throws when the workflow uses what is not known here, an action that is not in `actions`, or labels that no runner
 * has, and when it takes longer than `timeout`
 */
export async function runWorkflow(request: WorkflowRequest): Promise<WorkflowResult> {
  const { timeout = 400_000 } = request
  const directory = await mkdtemp(join(tmpdir(), 'stable-bench-run-'))
  const expiry = new AbortController()
  const timer = setTimeout(() => {
    expiry.abort()
    endProcesses(directory)
  }, timeout)
  try {
    const run = await prepare(request, directory, expiry.signal)
    await runJobs(run, request.job).catch((error: Error) => {
      const late = `the workflow did not finish within ${timeout} ms; its log:\n${run.log.join('\n')}`
      throw expiry.signal.aborted ? new Error(late) : error
    })
    return resultOf(run)
  } finally {
    clearTimeout(timer)
    endProcesses(directory)
    await rm(directory, { recursive: true, force: true })
  }
}

async function prepare(
  request: WorkflowRequest,
  directory: string,
  signal: AbortSignal,
): Promise<WorkflowRun> {
  const { origin, sha, event, payload, secrets = {}, vars = {}, runners = [oneRunner] } = request
  const { onJob = () => {} } = request
  const actions = { ...standIns, ...request.actions }
  const workflow = readWorkflow(request.text, event, (payload as { action?: string }).action)
  checkActions(
    Object.values(workflow.jobs).flatMap(job => job.steps),
    actions,
  )
  const env = { STAND_IN_ORIGIN: origin, ...request.env }
  const about = { event, payload, sha, env, workflowPath: request.workflow }
  const eventPath = join(directory, 'event.json')
  await writeFile(eventPath, JSON.stringify(payload))
  const given = { workflow, env, secrets, vars, actions, runners, directory, eventPath, signal, onJob }
  const github = githubContext(about, workflow, secrets.GITHUB_TOKEN ?? '')
  const inputs = (payload as { inputs?: Values }).inputs ?? {}
  return {
    ...given,
    github,
    inputs,
    readBeside: filesOfCommit(origin, sha),
    level: 1,
    title: '',
    jobs: {},
    steps: [],
    annotations: [],
    log: [],
    orphans: [],
  }
}

function resultOf({ jobs, steps, annotations, log, orphans }: WorkflowRun): WorkflowResult {
  const failed = Object.values(jobs).some(result => result === 'failure' || result === 'cancelled')
  const summary = steps.map(step => step.summary.replace(/([^\n])$/, '$1\n')).join('')
  return { code: failed ? 1 : 0, jobs, steps, annotations, summary, log: log.join('\n'), orphans }
}
