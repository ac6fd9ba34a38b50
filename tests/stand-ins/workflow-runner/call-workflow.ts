// A job that calls another workflow: `uses: ./.github/workflows/…` of the same commit, or one of another repository.
// https://docs.github.com/actions/reference/workflows-and-actions/reusing-workflow-configurations
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checkActions, isLocal, split } from './actions.ts'
import { expand, type Scope } from './expressions/expressions.ts'
import type { WorkflowRun } from './run-jobs.ts'
import { type CallInput, type Job, readWorkflow, type Values } from './workflow-file.ts'

/** Reads the files that stand beside a workflow, at its commit. */
export type ReadBeside = (path: string) => Promise<string>

/** Reads files of a commit of the repository at `origin`, the URL of a directory. */
export const filesOfCommit =
  (origin: string, sha: string): ReadBeside =>
  async path => {
    const at = [`--git-dir=${fileURLToPath(origin)}`, 'show', `${sha}:${path}`]
    return (await promisify(execFile)('git', at)).stdout
  }

/** The caller's own workflow is the first of ten levels. */
const mostLevels = 10

/**
 * The run of the workflow that `job` calls. It fills the lists of `run`, under titles that begin with `title`. Its
 * context `github` is the caller's, its `env` is its own.
 *
 * @throws for a workflow that is not there or cannot be called so, as GitHub refuses the whole run
 */
export async function calledRun(
  run: WorkflowRun,
  job: Job,
  { title, scope }: { title: string; scope: Scope },
): Promise<WorkflowRun> {
  const uses = job.uses as string
  if (run.level === mostLevels)
    throw new Error(`workflows are nested deeper than ${mostLevels} levels: ${uses}`)
  const beside = isLocal(uses) ? run.readBeside : besideRemote(uses, run.actions)
  const path = isLocal(uses) ? uses.slice(2) : split(uses).path
  const text = await beside(path).catch(() => {
    throw new Error(`error parsing called workflow "${uses}": workflow was not found`)
  })
  const workflow = readWorkflow(text, 'workflow_call')
  checkActions(
    Object.values(workflow.jobs).flatMap(each => each.steps),
    run.actions,
  )
  const secrets =
    job.secrets === 'inherit' ? run.secrets : { ...tokenOf(run), ...expandAll(job.secrets, scope) }
  return {
    ...run,
    workflow,
    readBeside: beside,
    level: run.level + 1,
    title: `${title} / `,
    secrets,
    inputs: inputsOf(uses, workflow.call.inputs ?? {}, expandAll(job.with, scope)),
  }
}

function besideRemote(uses: string, actions: Record<string, string>): ReadBeside {
  const { repository } = split(uses)
  const directory = actions[repository]
  if (!directory) throw new Error(`the workflow uses ${uses}, and 'actions' has no local directory for it`)
  return path => readFile(join(directory, path), 'utf8')
}

const tokenOf = ({ secrets: { GITHUB_TOKEN } }: WorkflowRun) => (GITHUB_TOKEN ? { GITHUB_TOKEN } : {})

const expandAll = (values: Values, scope: Scope): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, expand(value, scope)]))

const zero = { string: '', boolean: false, number: 0 }

function inputsOf(uses: string, declared: Record<string, CallInput>, given: Record<string, string>): Values {
  const unknown = Object.keys(given).filter(name => !Object.hasOwn(declared, name))
  if (unknown.length > 0)
    throw new Error(`Invalid input, ${unknown.join(', ')} is not defined in the referenced workflow ${uses}`)
  const values = Object.entries(declared).map(([name, { type, default: usual, required }]) => {
    const text = given[name]
    if (text === undefined && required)
      throw new Error(`Input ${name} is required, but not provided (${uses})`)
    if (text === undefined) return [name, usual ?? zero[type]]
    return [name, type === 'boolean' ? text === 'true' : type === 'number' ? Number(text) : text]
  })
  return Object.fromEntries(values)
}
