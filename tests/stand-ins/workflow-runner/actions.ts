// The actions that steps name with `uses:`, JavaScript ones and composite ones. Each is a directory of this machine;
// nothing is downloaded.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { readStep, type Step, type Values } from './workflow-file.ts'

export type Stage = 'Pre' | 'Main' | 'Post'

export type Action = {
  directory: string
  /** `owner/repo` and the ref, null for an action of the workspace. */
  origin: { repository: string; ref: string } | null
  /** Default values by name. */
  inputs: Record<string, unknown>
  /** Files and conditions by stage. */
  scripts: Partial<Record<Stage, string>>
  conditions: Partial<Record<Stage, string>>
  /** The steps and outputs of a composite action; null for one that runs a script. */
  composite: { steps: Step[]; outputs: Values } | null
}

type ActionFile = {
  inputs?: Record<string, { default?: unknown } | null>
  outputs?: Record<string, { value?: unknown } | null>
  runs: {
    using: string
    main?: string
    pre?: string
    post?: string
    'pre-if'?: string
    'post-if'?: string
    steps?: Values[]
  }
}

export const isLocal = (uses: string): boolean => uses.startsWith('./')

/** Throws when a step of the workflow uses an action that is not in `actions`, by `owner/repo`. */
export function checkActions(steps: Step[], actions: Record<string, string>): void {
  for (const { uses } of steps) {
    if (uses !== undefined && !isLocal(uses) && !actions[split(uses).repository])
      throw new Error(`the workflow uses ${uses}, and 'actions' has no local directory for it`)
  }
}

/** Reads the action that a step names. `workspace` is where actions of the checkout are. */
export async function findAction(
  uses: string,
  actions: Record<string, string>,
  workspace: string,
): Promise<Action> {
  const { repository, path, ref } = split(uses)
  const directory = isLocal(uses) ? join(workspace, uses) : join(actions[repository] ?? '', path)
  const file = ['action.yml', 'action.yaml'].map(name => join(directory, name)).find(existsSync)
  if (file === undefined)
    throw new Error(`there is no action.yml for ${uses}: has its repository been checked out?`)
  const { inputs = {}, outputs = {}, runs } = parse(await readFile(file, 'utf8')) as ActionFile
  if (!['node24', 'composite'].includes(runs.using))
    throw new Error(
      `the stand-in for the runner knows no actions but composite and node24's, and ${uses} is ${runs.using}`,
    )
  const defaults = Object.entries(inputs).map(([name, input]) => [name, input?.default ?? ''])
  return {
    directory,
    origin: isLocal(uses) ? null : { repository, ref },
    inputs: Object.fromEntries(defaults),
    scripts: {
      ...(runs.main ? { Main: runs.main } : {}),
      ...(runs.pre ? { Pre: runs.pre } : {}),
      ...(runs.post ? { Post: runs.post } : {}),
    },
    conditions: { Pre: runs['pre-if'] ?? 'always()', Post: runs['post-if'] ?? 'always()' },
    composite: runs.using === 'composite' ? compositeOf(uses, runs.steps ?? [], outputs) : null,
  }
}

function compositeOf(uses: string, files: Values[], outputs: NonNullable<ActionFile['outputs']>) {
  const steps = files.map(readStep)
  if (steps.some(step => step.run !== undefined && step.shell === undefined))
    throw new Error(`Required property is missing: shell (a step of ${uses})`)
  const values = Object.entries(outputs).map(([name, output]) => [name, output?.value ?? ''])
  return { steps, outputs: Object.fromEntries(values) }
}

/** Values by name in lower case: what the workflow gives, else the default of the action. */
export function inputsOf(action: Action, given: Values = {}): { values: Values; unexpected: string[] } {
  const lower = (values: Values) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]))
  const [known, own] = [lower(action.inputs), lower(given)]
  return { values: { ...known, ...own }, unexpected: Object.keys(own).filter(name => !(name in known)) }
}

/** `owner/repo/path@ref` in parts; empty texts where it is something else. */
export function split(uses: string): { repository: string; path: string; ref: string } {
  const [, repository = '', path = '', ref = ''] = /^([^/@]+\/[^/@]+)\/?([^@]*)@(.+)$/.exec(uses) ?? []
  return { repository, path, ref }
}
