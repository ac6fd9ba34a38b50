// Reads the workflow file of the job that answers a request, from the default branch. It tells whether the file may
// measure on demand at all, and which suites it measures.
import { baselineEvents } from '../../github/api/branch-events.ts'
import type { ConnectedJob } from '../../github/api/connect.ts'
import { filesAt, repositoryFile } from '../../github/api/repository.ts'
import { inputs } from '../../inputs/values.ts'
import { InputError } from '../../model/index.ts'
import { firstOf } from '../../phrases.ts'
import { configFileName, parseSettings } from '../../policy/config-file.ts'
import { describedSuites, matchingSuites } from '../../policy/suites.ts'
import { hasExpression } from '../../policy/workflow-file/expressions/expressions.ts'
import { measuringSteps } from '../../policy/workflow-file/measuring-steps.ts'
import { triggersOf } from '../../policy/workflow-file/triggers.ts'
import type { MeasuringStep } from '../../policy/workflow-file/walk.ts'
import { mayBecome } from '../../policy/workflow-file/written-inputs.ts'

/** Throws an InputError where the workflow also leaves baselines: code measured on demand can leave any artifact. */
export async function assertApart(context: ConnectedJob): Promise<void> {
  const text = await repositoryFile(context, { path: context.workflowPath, commit: context.sha })
  const found = triggersOf(text ?? '').filter(
    event => baselineEvents.includes(event) && event !== 'workflow_dispatch',
  )
  if (found.length === 0) return
  throw new InputError(
    `${context.workflowPath} runs on ${found.join(' and ')} too, where it may leave baselines; measure on demand in a workflow file of its own`,
  )
}

/** The suites that a step measures on demand, of those that its configuration describes; null where only the runner can tell. */
async function suitesOfStep(
  { inputs: given }: MeasuringStep,
  describedIn: (path: string) => Promise<string[]>,
): Promise<string[] | null> {
  const { command = '', name = '', config = '', suite = '' } = given
  if (command !== '') {
    const own = name || inputs.name.default
    return hasExpression(own) ? null : [own]
  }
  if (hasExpression(config)) return null
  const described = await describedIn(config || configFileName)
  // What was asked for is an expression here.
  if (hasExpression(suite)) return described.filter(each => mayBecome(suite, each))
  return matchingSuites(described, suite.split(/\s+/).filter(Boolean))
}

/** The suites that the steps measure on demand; null where only the runner can tell. `describedIn`: those of a file. */
export async function suitesOnDemand(
  steps: MeasuringStep[],
  describedIn: (path: string) => Promise<string[]>,
): Promise<string[] | null> {
  const found = new Set<string>()
  for (const step of steps.filter(({ inputs: given }) => given['pull-request'] && given.mode !== 'request')) {
    const suites = await suitesOfStep(step, describedIn)
    if (suites === null) return null
    for (const each of suites) found.add(each)
  }
  return [...found]
}

/** Why no job of this workflow measures `suite`; null where one does, may do, or where none was named. */
export async function whyUnmeasured(context: ConnectedJob, suite: string): Promise<string | null> {
  const { workflowPath, actionRepository, sha: commit } = context
  if (suite === '' || workflowPath === '') return null
  const read = filesAt(context, commit)
  const { steps, unread } = await measuringSteps(read, workflowPath, actionRepository, { isByHand: true })
  if (unread.size > 0) return null
  // Of a configuration with mistakes nobody can tell: the measuring job names them.
  const describedIn = async (path: string) => [
    ...describedSuites(parseSettings((await read(path)) ?? '', path)).keys(),
  ]
  const suites = await suitesOnDemand(steps, describedIn).catch((error: Error) => {
    if (error instanceof InputError) return null
    throw error
  })
  if (suites === null || suites.includes(suite)) return null
  const has = suites.length === 0 ? 'no suite' : firstOf(suites, 20)
  return `no job of ${workflowPath} measures a suite ${suite} on demand, it has ${has}`
}
