// Reads workflow files, and refuses what the stand-in for the runner does not do rather than pass over it.
import { parse } from 'yaml'

export type Step = {
  id?: string
  name?: string
  if?: boolean | string
  uses?: string
  run?: string
  with?: Values
  env?: Values
  shell?: string
  'working-directory'?: string
  'continue-on-error'?: boolean | string
}

/** `uses` calls another workflow, with its inputs `with` and `secrets`; a job that calls has no steps. */
export type Job = {
  name?: string
  if?: boolean | string
  needs: string[]
  'runs-on': string[]
  env: Values
  outputs: Values
  strategy: { matrix?: Values; 'fail-fast'?: boolean }
  steps: Step[]
  uses?: string
  with: Values
  secrets: 'inherit' | Values
}

/** An input of a workflow that others may call. */
export type CallInput = { type: 'string' | 'boolean' | 'number'; default?: unknown; required?: boolean }

/** `call` is what it says of being called, empty where that is nothing. */
export type Workflow = {
  name?: string
  env: Values
  jobs: Record<string, Job>
  call: { inputs?: Record<string, CallInput>; outputs?: Record<string, { value: unknown }> }
}

/** Values as they stand in the file: numbers, booleans, and texts with expressions in them. */
export type Values = Record<string, unknown>

// Those without an effect here: permissions are the token's, there is one run at a time, no clock, and no environment that
// protects anything.
const keys = {
  workflow: 'name run-name on permissions concurrency env jobs'.split(' '),
  job: 'name permissions concurrency environment timeout-minutes if needs runs-on env outputs strategy steps'.split(
    ' ',
  ),
  call: 'name permissions concurrency if needs strategy uses with secrets'.split(' '),
  strategy: 'matrix fail-fast max-parallel'.split(' '),
  step: 'id name if uses run with env shell working-directory continue-on-error timeout-minutes'.split(' '),
}

/** The activities of a pull request that start a workflow which does not name any. */
const usual = ['opened', 'synchronize', 'reopened']

/** The activities that start the workflow; null for any. */
function typesOf(on: unknown, event: string): string[] | null {
  const filters = on instanceof Object && !Array.isArray(on) ? (on as Values)[event] : null
  const { types = null } = (filters ?? {}) as { types?: string[] | null }
  return types ?? (event.startsWith('pull_request') ? usual : null)
}

/**
 * Throws with what is not known here, or when the workflow is not for the event or its activity. Other filters of events
 * are not read.
 */
export function readWorkflow(text: string, event: string, action?: string): Workflow {
  const file = checked('workflow', parse(text))
  const triggers = [file.on].flat().flatMap(on => (on instanceof Object ? Object.keys(on) : [on]))
  if (!triggers.includes(event)) throw new Error(`the workflow does not run on ${event}, but on ${triggers}`)
  const types = typesOf(file.on, event)
  // Gitea calls the activity so in its payload, and starts what asks for `synchronize`.
  const activity = action === 'synchronized' ? 'synchronize' : action
  if (types && activity !== undefined && !types.includes(activity))
    throw new Error(`the workflow does not run on ${event} ${action}, but on ${types}`)
  const jobs = Object.entries(file.jobs as Values).map(([id, job]) => [id, readJob(job as Values)])
  const { workflow_call: call } = (file.on instanceof Object ? file.on : {}) as { workflow_call?: object }
  return { ...file, env: (file.env ?? {}) as Values, jobs: Object.fromEntries(jobs), call: call ?? {} }
}

function readJob(file: Values): Job {
  const calls = file.uses !== undefined
  const job = checked(calls ? 'call' : 'job', file)
  const {
    needs = [],
    env = {},
    outputs = {},
    strategy = {},
    steps = [],
    with: given = {},
    secrets = {},
  } = job
  checked('strategy', strategy as Values)
  return {
    ...file,
    needs: [needs].flat() as string[],
    'runs-on': calls ? [] : [file['runs-on']].flat().map(label => text(label)),
    env: env as Values,
    outputs: outputs as Values,
    strategy: strategy as Job['strategy'],
    steps: (steps as Values[]).map(readStep),
    with: given as Values,
    secrets: secrets as Job['secrets'],
  }
}

/** YAML takes `run: true` for a boolean. */
export function readStep(file: Values): Step {
  const step = checked('step', file) as Step
  if ((step.run === undefined) === (step.uses === undefined))
    throw new Error("a step has to have either 'run' or 'uses'")
  return step.run === undefined ? step : { ...step, run: String(step.run) }
}

/** The combinations of a matrix, as GitHub makes them: the first dimension changes slowest. */
export function combinations(matrix: Values = {}): Values[] {
  const { include = [], exclude, ...dimensions } = matrix
  if (exclude !== undefined)
    throw new Error("the stand-in for the runner does not know 'exclude' of a matrix")
  let own: Values[] = Object.keys(dimensions).length > 0 || !('include' in matrix) ? [{}] : []
  for (const [name, values] of Object.entries(dimensions)) {
    if (!Array.isArray(values)) throw new Error(`the dimension ${name} of the matrix has to be a list`)
    own = own.flatMap(combination => values.map(value => ({ ...combination, [name]: value })))
  }
  const added = own.map(combination => ({ ...combination }))
  for (const more of include as Values[]) {
    const fitting = own.flatMap((combination, index) =>
      Object.entries(more).every(([name, value]) => !(name in combination) || combination[name] === value)
        ? [added[index]]
        : [],
    )
    for (const combination of fitting) Object.assign(combination ?? {}, more)
    if (fitting.length === 0) added.push({ ...more })
  }
  return added
}

function checked(what: keyof typeof keys, value: Values): Values {
  const unknown = Object.keys(value).filter(key => !keys[what].includes(key))
  if (unknown.length > 0)
    throw new Error(`the stand-in for the runner does not know '${unknown.join("', '")}' of a ${what}`)
  return value
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error("'runs-on' has to be a label or a list of labels")
  return value
}
