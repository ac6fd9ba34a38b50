// Reads the workflow file of the job that answers a request, from the default branch. It tells whether the file may
// measure on demand at all, and which suites it measures.
import { baselineEvents } from '../../github/api/branch-events.ts'
import type { Octokit } from '../../github/api/connect.ts'
import type { JobContext } from '../../github/api/context.ts'
import { repositoryFile } from '../../github/api/repository.ts'
import { inputs } from '../../inputs/values.ts'
import { InputError } from '../../model/index.ts'
import { configFileName, parseSettings } from '../../policy/config-file.ts'
import { describedSuites } from '../../policy/suites.ts'
import { readWorkflow } from '../../policy/workflow-file/bench-steps.ts'
import { fill, hasExpression } from '../../policy/workflow-file/expressions.ts'
import { matrixLegs } from '../../policy/workflow-file/matrix.ts'
import { triggersOf } from '../../policy/workflow-file/triggers.ts'

const ownWorkflow = (octokit: Octokit, context: JobContext) =>
  repositoryFile(octokit, context, { path: context.workflowPath, commit: context.sha })

/**
 * Throws an InputError where the workflow both leaves baselines and measures on demand. Code that is measured on demand
 * can leave any artifact, also one that looks like a baseline. So one workflow must not do both.
 */
export async function assertApart(octokit: Octokit, context: JobContext): Promise<void> {
  const text = await ownWorkflow(octokit, context)
  const found = triggersOf(text ?? '').filter(
    event => baselineEvents.includes(event) && event !== 'workflow_dispatch',
  )
  if (found.length === 0) return
  throw new InputError(
    `${context.workflowPath} runs on ${found.join(' and ')} too, where it may leave baselines; measure on demand in a workflow file of its own`,
  )
}

const nothing = { values: new Map(), closed: [] }

/**
 * The suites that the steps of a workflow measure on demand; null where only the runner can tell, from an expression. A
 * step without a command measures those that are `described` in the configuration.
 */
export function suitesOnDemand(text: string, repository: string, described: string[]): string[] | null {
  const { steps } = readWorkflow(text, repository)
  const measuring = steps.filter(({ inputs: given }) => given['pull-request'] && given.mode !== 'request')
  const names = measuring.flatMap(({ inputs: given, strategy }) =>
    given.command
      ? matrixLegs(strategy, nothing).map(leg =>
          fill(given.name || inputs.name.default, { values: leg, closed: [] }),
        )
      : described,
  )
  return names.some(hasExpression) ? null : [...new Set(names)]
}

/** The suites of the default branch's configuration; none where it has mistakes: the measuring job names them. */
async function describedOnBranch(octokit: Octokit, context: JobContext): Promise<string[]> {
  const text = await repositoryFile(octokit, context, { path: configFileName, commit: context.sha })
  try {
    return [...describedSuites(parseSettings(text ?? '', configFileName)).keys()]
  } catch {
    return []
  }
}

/** Why no job of this workflow measures `suite`; null where one does, may do, or where none was named. */
export async function whyUnmeasured(
  octokit: Octokit,
  context: JobContext,
  suite: string,
): Promise<string | null> {
  const text = suite === '' ? null : await ownWorkflow(octokit, context)
  if (text === null) return null
  const described = await describedOnBranch(octokit, context)
  const suites = suitesOnDemand(text, context.actionRepository, described)
  if (suites === null || suites.includes(suite)) return null
  const has = suites.length === 0 ? 'no suite' : suites.join(', ')
  return `no job of ${context.workflowPath} measures a suite ${suite} on demand, it has ${has}`
}
