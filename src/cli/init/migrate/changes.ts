// The files that change when the workflows of a repository become those that `init` writes.
import { InputError } from '../../../model/index.ts'
import { configFileName, parseConfig } from '../../../policy/config-file.ts'
import { WORKFLOW_PATH } from '../../../policy/config-schema.ts'
import { readWorkflow } from '../../../policy/workflow-file/bench-steps.ts'
import type { Repository } from '../repository.ts'
import { configurationMoved } from '../suites-file.ts'
import { type WorkflowFile, workflowsOf } from '../workflows.ts'
import { measures, movedInputs, plainFields } from './moved-inputs.ts'
import { type OldJob, type OldWorkflow, readOldWorkflow, withoutJobs } from './old-workflow.ts'

/** A file with its new text; null where it goes. */
export type FileChange = { path: string; text: string | null }

const measuresIn = ({ steps }: OldJob) => steps.some(measures)

/** The value of the first job that has one, and a problem where that of another job differs. */
function common<Key extends 'setUp' | 'runsOn'>(jobs: OldJob[], key: Key, what: string) {
  const [first, ...others] = jobs.filter(({ [key]: value }) => value !== '' && value !== undefined)
  const other = others.find(each => JSON.stringify(each[key]) !== JSON.stringify(first?.[key]))
  const problems =
    other === undefined
      ? []
      : [`${other.at}: ${what} differs from ${first?.at}; the new workflows have one for all jobs`]
  return { value: first?.[key], problems }
}

/** Steps in composite actions, which are not followed. */
const inActions = (repository: Repository): string[] =>
  repository.files
    .filter(path => /(?:^|\/)action\.ya?ml$/.test(path))
    .flatMap(path => {
      try {
        const { steps } = readWorkflow(repository.text(path), '')
        const what = 'a step in a composite action is not moved; write it into the workflow'
        return steps.map(({ line }) => `${path}:${line}: ${what}`)
      } catch {
        return []
      }
    })

/** Files that are there, and are no workflows of stable-bench. */
const inTheWay = ({ files }: Repository, written: WorkflowFile[], old: OldWorkflow[]): string[] =>
  written
    .filter(({ path }) => files.includes(path) && !old.some(each => each.path === path && each.others === 0))
    .map(
      ({ path }) => `${path}:1: has jobs of its own, and is the name of a new workflow; give it another one`,
    )

/** What changes. Throws an InputError with all that cannot be moved, each with its line. `examples` are the folder of the package. */
export function changesOf(
  repository: Repository,
  { present, branch, examples }: { present: string | null; branch: string; examples?: URL },
): FileChange[] {
  const old = repository.files
    .filter(path => WORKFLOW_PATH.test(path))
    .flatMap(path => readOldWorkflow(path, repository.text(path)) ?? [])
  const composite = inActions(repository)
  if (old.length === 0 && composite.length === 0)
    throw new InputError(
      'init: no workflow of this repository uses stable-bench; stable-bench init writes them',
    )
  const jobs = old.flatMap(each => each.jobs)
  const measuring = jobs.filter(measuresIn)
  if (measuring.length === 0 && composite.length === 0)
    throw new InputError(
      'init: the workflows of stable-bench have no command in them: there is nothing to move',
    )
  const moved = movedInputs(jobs.flatMap(({ steps }) => steps))
  const setUp = common(measuring, 'setUp', 'what is done before stable-bench')
  const runsOn = common(measuring, 'runsOn', 'runs-on')
  const cron = old.find(each => each.cron !== undefined)?.cron
  const values = { branch, steps: setUp.value ?? '', runsOn: runsOn.value, cron }
  const written = workflowsOf(values, examples)
  const problems = [
    ...old.flatMap(each => each.problems),
    ...composite,
    ...moved.problems,
    ...setUp.problems,
    ...runsOn.problems,
    ...inTheWay(repository, written, old),
  ]
  if (problems.length > 0)
    throw new InputError(`init: nothing was changed, since this cannot be moved:\n${problems.join('\n')}`)
  const gone = old.filter(({ path }) => !written.some(each => each.path === path))
  const former = gone.filter(({ jobs: own }) => own.some(measuresIn)).map(({ path }) => path)
  return [
    { path: configFileName, text: withSuites(moved, former, present) },
    ...gone.map(each => ({ path: each.path, text: each.others === 0 ? null : withoutJobs(each) })),
    ...written.map(({ path, text }) => ({ path, text })),
  ]
}

/** The configuration with what was moved. What it has already won over the inputs, and stays. */
function withSuites(moved: ReturnType<typeof movedInputs>, former: string[], present: string | null): string {
  const { suites, defaults, 'former-workflows': known } = parseConfig(present ?? '', configFileName)
  const others = former.filter(path => !known.includes(path))
  if (known.length > 0 && others.length > 0)
    throw new InputError(`${configFileName}: former-workflows: add ${others.join(', ')} first`)
  const left = (fields: object, has: object) =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => !Object.hasOwn(has, key)))
  const entries = [...moved.suites].map(
    ([name, fields]) => [name, left(plainFields(fields), suites[name] ?? {})] as const,
  )
  return configurationMoved(
    {
      defaults: left(plainFields(moved.defaults), defaults),
      suites: new Map(entries.filter(([, fields]) => Object.keys(fields).length > 0)),
      more: others.length === 0 ? {} : { 'former-workflows': others },
    },
    present,
  )
}
