// Holds what a run left against what the base commit's workflow file promises: the suites, and the legs of each.
import type { Octokit } from '../../../github/api/connect.ts'
import type { JobContext } from '../../../github/api/context.ts'
import { repositoryFile } from '../../../github/api/repository.ts'
import { counted } from '../../../phrases.ts'
import { brief } from '../../../policy/workflow-file/differences.ts'
import { measuringSteps } from '../../../policy/workflow-file/measuring-steps.ts'
import { keepsPromise, promisedLegs, promisedSuites } from '../../../policy/workflow-file/promised-suites.ts'
import type { MeasuringStep } from '../../../policy/workflow-file/walk.ts'
import { wholeSuite } from '../legs/compare-legs.ts'
import type { MeasuredLeg } from '../legs/leg.ts'

/**
 * What the base commit's file promises: how many legs its publish job waits for, and a function that says what is missing.
 * `skipped`: GitHub skipped a job of the run.
 */
export type Promised = { legs: number; unmet: (measured: MeasuredLeg[], skipped: boolean) => string[] }

async function stepsAt(octokit: Octokit, context: JobContext, commit: string): Promise<MeasuringStep[]> {
  const { workflowPath, actionRepository } = context
  const read = (path: string) => repositoryFile(octokit, context, { path, commit })
  return (await measuringSteps(read, workflowPath, actionRepository)).steps
}

/** A suite without any leg, or with fewer than its matrix has jobs. */
function unmetSuite(measured: MeasuredLeg[], { suite, legs }: { suite: string; legs: number }): string[] {
  const found = measured.filter(leg => keepsPromise(suite, wholeSuite(leg))).length
  if (found >= legs) return []
  const left = found === 0 ? 'the run left no result of it' : `the run left ${counted(found, 'result')} of it`
  return [`${brief(suite)}: ${left}, and the base commit's workflow measures it on ${counted(legs, 'leg')}`]
}

/**
 * The promises for a pull request between `base` and `proposed`. None where the default branch's own workflow ran, which
 * no pull request can change, or where the file cannot be read: the report says so by the notes on that file.
 */
export async function promisedParts(
  octokit: Octokit,
  context: JobContext,
  { base, proposed }: { base: string; proposed: string },
): Promise<Promised> {
  const nothing = { legs: 0, unmet: () => [] }
  if (context.workflowPath === '' || context.requested) return nothing
  try {
    const steps = await stepsAt(octokit, context, base)
    const now = await stepsAt(octokit, context, proposed)
    const unmet = (measured: MeasuredLeg[], skipped: boolean) =>
      promisedSuites(steps, { proposed: now, skipped }).flatMap(each => unmetSuite(measured, each))
    return { legs: promisedLegs(steps), unmet }
  } catch {
    return nothing
  }
}
