// The steps of stable-bench among the steps of a job, and in the composite actions that those use.
import { posix } from 'node:path'
import { fieldsOf } from '../yaml-document.ts'
import { givenInputs, usesStableBench } from './bench-steps.ts'
import { stepCondition } from './expressions/conditions.ts'
import { fill, type Scope } from './expressions/expressions.ts'
import {
  conditionOf,
  countVisit,
  filledFields,
  localPath,
  mostLevels,
  parsedOnce,
  readOnce,
  scopeWith,
  shortened,
  usualInputs,
  type Walk,
} from './walk.ts'

/** The job that runs the steps, the directories that it checks the repository out to, and how deep its actions are. */
type Place = {
  job: string
  shown: string | null
  environment: string
  checkouts: string[]
  level: number
  condition: string | undefined
  /** A digest of the jobs before, as in conditions.ts. */
  needed: string
  isStepConditional: true | undefined
}

/** Notes the steps of stable-bench. Throws where a file cannot be read. */
export async function walkSteps(walk: Walk, steps: unknown, scope: Scope, place: Place): Promise<void> {
  if (place.level > mostLevels) throw new Error(`actions are nested deeper than ${mostLevels} levels`)
  const all = Array.isArray(steps) ? steps : []
  for (const [i, each] of all.entries()) {
    countVisit(walk)
    const step = fieldsOf(each)
    if (typeof step.uses !== 'string') continue
    const within = scopeWith(scope, filledFields('env', step.env, scope))
    const own = await stepCondition(walk, { step, before: all.slice(0, i), needed: place.needed }, within)
    await walkAction(walk, step, within, {
      ...place,
      condition: conditionOf(place.condition, own),
      isStepConditional: own === undefined ? place.isStepConditional : true,
    })
  }
}

async function walkAction(
  walk: Walk,
  step: Record<string, unknown>,
  scope: Scope,
  place: Place,
): Promise<void> {
  const uses = String(step.uses).trim()
  const isOurs = usesStableBench(uses, walk.repository)
  const path = localPath(uses)
  if (path === null) {
    if (isOurs) noteStep(walk, step, scope, place)
    else if (/^[.$]/.test(uses)) walk.unread.add(`${shortened(uses)} is not in the repository`)
    else if (!uses.startsWith('docker://')) walk.foreign.add(uses.split('@')[0] ?? '')
    return
  }
  const action = await localAction(walk, path, place)
  const { using, steps } = fieldsOf(action?.runs)
  if (action !== null && using === 'composite') {
    const given = [...usualInputs(action.inputs), ...filledFields('inputs', step.with, scope)]
    const others = [...scope.values].filter(([name]) => !name.startsWith('inputs.'))
    const inner = { values: new Map([...others, ...given]), closed: [...scope.closed, 'inputs'] }
    return walkSteps(walk, steps, inner, { ...place, level: place.level + 1 })
  }
  if (isOurs) noteStep(walk, step, scope, place)
  else if (action === null) walk.unread.add(`${shortened(uses)} is not there`)
}

function noteStep(walk: Walk, step: Record<string, unknown>, scope: Scope, place: Place): void {
  const { job, shown, environment, condition, isStepConditional } = place
  const inputs = givenInputs(step.with)
  for (const [name, text] of Object.entries(inputs)) inputs[name] = fill(text, scope)
  walk.steps.push({ job, shown, environment, condition, isStepConditional, inputs })
}

/** The file of an action in the workspace. What a checkout has put into a directory is at the root of the repository. */
async function localAction(
  walk: Walk,
  path: string,
  { checkouts }: Place,
): Promise<Record<string, unknown> | null> {
  const inside = checkouts.filter(each => path === each || path.startsWith(`${each}/`))
  const directories = [path, ...inside.map(each => path.slice(each.length + 1) || '.')]
  for (const directory of directories)
    for (const name of ['action.yml', 'action.yaml']) {
      const file = posix.join(directory, name)
      const text = await readOnce(walk, file, 'action')
      if (text !== null) return parsedOnce(walk, file, text)
    }
  return null
}

/** The directories of the workspace that a job's steps check its repository out to. */
export const checkoutsOf = (steps: unknown): string[] =>
  (Array.isArray(steps) ? steps.map(fieldsOf) : []).flatMap(({ uses, with: given }) => {
    const { path } = fieldsOf(given)
    const isCheckout = String(uses).startsWith('actions/checkout@')
    return isCheckout && typeof path === 'string' ? [posix.normalize(path).replace(/\/$/, '')] : []
  })
