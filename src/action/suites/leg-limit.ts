// A publish job reads only so many results of a run. Found before anything is measured that would not be read.
import { most } from '../../github/api/budget.ts'
import type { JobContext } from '../../github/api/context.ts'
import { InputError } from '../../model/index.ts'
import { repositoryRoot } from '../../policy/config-file.ts'
import type { Settings } from '../../policy/config-schema.ts'
import { describedSuites, matchingSuites } from '../../policy/suites.ts'
import { measuringSteps } from '../../policy/workflow-file/measuring-steps.ts'
import type { MeasuringStep } from '../../policy/workflow-file/walk.ts'
import { checkoutReader } from '../measure/checkout-config.ts'

function resultsOf({ inputs }: MeasuringStep, described: string[]): number {
  if ((inputs.command ?? '') !== '') return 1
  return matchingSuites(described, (inputs.suite ?? '').split(/\s+/).filter(Boolean)).length
}

/** How many results the legs of this run's workflow leave, as far as the checkout shows it. Another job may not run. */
async function resultsOfRun(context: JobContext, directory: string, described: string[]): Promise<number> {
  const root = repositoryRoot(directory)
  if (root === null || context.workflowPath === '') return 0
  const { steps } = await measuringSteps(checkoutReader(root), context.workflowPath, context.actionRepository)
  return steps
    .filter(({ inputs, condition, job }) => inputs.mode === 'measure' && (!condition || job === context.job))
    .reduce((sum, step) => sum + resultsOf(step, described), 0)
}

/** Throws an InputError where the run's legs leave more results than a publish job reads, `own` of them by this leg. */
export async function assertReadableLegs(
  context: JobContext,
  directory: string,
  { own, settings }: { own: number; settings: Settings },
): Promise<void> {
  const described = [...describedSuites(settings).keys()]
  const found = await resultsOfRun(context, directory, described).catch(() => 0)
  const results = Math.max(own, found)
  if (results <= most.legs) return
  throw new InputError(
    `mode: the legs of ${context.workflowPath || 'this run'} leave ${results} results, one for each suite and job, and a publish job reads ${most.legs} at most; measure fewer suites in a run, or use fewer jobs`,
  )
}
