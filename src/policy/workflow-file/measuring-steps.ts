// Finds the steps of stable-bench that a workflow runs: its own, those of the workflows that its jobs call, and those of
// composite actions, all of one repository. What callers give is filled in. The files may be a pull request's: their text
// is untrusted.
// https://docs.github.com/actions/reference/workflows-and-actions/reusing-workflow-configurations
import { fieldsOf } from '../yaml-document.ts'
import { checkoutsOf, walkSteps } from './composite-steps.ts'
import { jobCondition } from './expressions/conditions.ts'
import { fill, type Scope } from './expressions/expressions.ts'
import { matrixLegs } from './matrix.ts'
import {
  conditionOf,
  countVisit,
  filledFields,
  localPath,
  type MeasuringFiles,
  mostLevels,
  parsedOnce,
  type ReadFile,
  readOnce,
  scopeWith,
  shortened,
  usualInputs,
  type Walk,
} from './walk.ts'

/** What a caller gives, and under which condition. The inputs are null where somebody may give any, the secrets where all are inherited. */
type Given = {
  inputs: [string, unknown][] | null
  secrets: [string, unknown][] | null
  condition?: string | undefined
}

/** A pull request has no inputs, and all secrets; who starts a workflow by hand gives the inputs. */
const ofEvent: Given = { inputs: [], secrets: null }
const byHand: Given = { inputs: null, secrets: null }

/**
 * The steps of the workflow at `path`; none, and no files, where it is not there. Throws where that file cannot be
 * read; what it uses and cannot be read is among the `unread`. `repository` is where the action that runs comes from,
 * '' where that is not known. `isByHand`: inputs are not known.
 */
export async function measuringSteps(
  read: ReadFile,
  path: string,
  repository: string,
  { isByHand = false }: { isByHand?: boolean } = {},
): Promise<MeasuringFiles> {
  const found = { steps: [], files: new Map(), foreign: new Set<string>(), unread: new Set<string>() }
  const walk: Walk = { ...found, read, repository, asked: new Map(), parsed: new Map(), visits: 0 }
  await walkWorkflow(walk, path, isByHand ? byHand : ofEvent, 1)
  return found
}

/** Far more than any file has. */
const MOST_JOBS = 1000

async function walkWorkflow(walk: Walk, path: string, given: Given, level: number): Promise<void> {
  if (level > mostLevels) throw new Error(`workflows are nested deeper than ${mostLevels} levels`)
  const text = await readOnce(walk, path, 'workflow')
  if (text === null) {
    if (level > 1) walk.unread.add(`${shortened(path)} is not there`)
    return
  }
  const workflow = parsedOnce(walk, path, text)
  const { inputs } = fieldsOf(fieldsOf(workflow.on).workflow_call)
  const scope: Scope = {
    values: new Map([
      ...(level === 1 ? [] : usualInputs(inputs)),
      ...(given.inputs ?? []),
      ...(given.secrets ?? []),
    ]),
    closed: [...(given.inputs === null ? [] : ['inputs']), ...(given.secrets === null ? [] : ['secrets'])],
  }
  const within = scopeWith(scope, filledFields('env', workflow.env, scope))
  const jobs = fieldsOf(workflow.jobs)
  if (Object.keys(jobs).length > MOST_JOBS) throw new Error(`it has more than ${MOST_JOBS} jobs`)
  for (const [id, job] of Object.entries(jobs)) {
    const look = async () => {
      countVisit(walk)
      const own = await jobCondition(walk, { jobs, id }, within)
      const condition = conditionOf(given.condition, own.condition)
      await walkJob(walk, { id, job: fieldsOf(job), level, condition, needed: own.needed }, within)
    }
    await look().catch((error: Error) =>
      walk.unread.add(`job ${shortened(id)} of ${shortened(path)}: ${shortened(error.message)}`),
    )
  }
}

/** `condition` and `needed` are as in conditions.ts. */
type Job = {
  id: string
  job: Record<string, unknown>
  level: number
  condition: string | undefined
  needed: string
}

async function walkJob(walk: Walk, described: Job, scope: Scope): Promise<void> {
  const { id, job, condition, needed } = described
  for (const leg of matrixLegs(job.strategy, scope)) {
    countVisit(walk)
    const own = scopeWith(scope, leg)
    if (job.uses !== undefined) {
      await walkCall(walk, described, own)
      continue
    }
    const { name = job.environment } = fieldsOf(job.environment)
    const place = {
      job: id,
      shown: described.level === 1 ? String(job.name ?? id) : null,
      environment: fill(String(name ?? ''), own),
      checkouts: checkoutsOf(job.steps),
      level: 1,
      condition,
      needed,
      isStepConditional: undefined,
    }
    await walkSteps(walk, job.steps, scopeWith(own, filledFields('env', job.env, own)), place)
  }
}

async function walkCall(walk: Walk, { job, level, condition }: Job, scope: Scope): Promise<void> {
  const uses = String(job.uses).trim()
  const path = localPath(uses)
  if (path === null) {
    walk.unread.add(`${shortened(uses)} is of another repository`)
    return
  }
  const secrets = job.secrets === 'inherit' ? inherited(scope) : filledFields('secrets', job.secrets, scope)
  await walkWorkflow(
    walk,
    path,
    { inputs: filledFields('inputs', job.with, scope), secrets, condition },
    level + 1,
  )
}

/** A workflow that was given some secrets hands on no others. */
function inherited({ values, closed }: Scope): Given['secrets'] {
  if (!closed.includes('secrets')) return null
  return [...values].filter(([name]) => name.startsWith('secrets.'))
}
