// Two steps that report under one name would each take the other's word back: found before anything is measured.
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type JobContext, proposalOf } from '../../github/api/context.ts'
import { InputError } from '../../model/index.ts'
import { firstOf } from '../../phrases.ts'
import { repositoryRoot } from '../../policy/config-file.ts'
import { reportName } from '../../policy/report-name.ts'
import { measuringSteps } from '../../policy/workflow-file/measuring-steps.ts'
import { type Proposed, startsFor, triggersOf } from '../../policy/workflow-file/triggers.ts'
import type { MeasuringStep } from '../../policy/workflow-file/walk.ts'
import { checkoutReader } from '../measure/checkout-config.ts'
import { changeSince } from '../pull-request/changed-files.ts'

const folders = ['.github/workflows', '.gitea/workflows', '.forgejo/workflows']
const reportingModes = ['', 'auto', 'compare']

type Asking = { name: string; context: JobContext; about: Proposed }

/** A step with a condition may run for other events. But with the job's own condition, all legs of the matrix run. */
const reportsAs =
  ({ name, context }: Asking, path: string) =>
  (step: MeasuringStep) => {
    const isOwnJob = path === context.workflowPath && step.job === context.job && !step.isStepConditional
    return (
      (step.condition === undefined || isOwnJob) &&
      reportingModes.includes(step.inputs.mode ?? '') &&
      reportName(step.inputs) === name
    )
  }

function starts(text: string, path: string, { context, about }: Asking): boolean {
  if (path === context.workflowPath) return true
  return context.requested ? triggersOf(text).includes(context.event) : startsFor(text, about) === true
}

type Reporter = { place: string; steps: number }

/** The jobs of the workflow at `path` that report under the name for the event; none where the file cannot be read. */
async function reporters(root: string, path: string, asking: Asking): Promise<Reporter[]> {
  const read = checkoutReader(root)
  try {
    if (!starts((await read(path)) ?? '', path, asking)) return []
    const { steps } = await measuringSteps(read, path, asking.context.actionRepository)
    const jobs = steps.filter(reportsAs(asking, path)).map(({ job }) => job)
    return [...new Set(jobs)].map(job => ({
      place: `job ${job} of ${path}`,
      steps: jobs.filter(each => each === job).length,
    }))
  } catch {
    return []
  }
}

/** Throws an InputError where workflows of the checkout have several steps that report under `name` for this event. */
export async function assertOneReporter(
  name: string,
  context: JobContext,
  { directory, base }: { directory: string; base: string },
): Promise<void> {
  const root = repositoryRoot(directory)
  if (root === null) return
  const event = context.mergeGroup === null ? 'pull_request' : 'merge_group'
  const branch = proposalOf(context)?.baseRef ?? ''
  const since = await changeSince(resolve(directory), base)
  const changed = 'change' in since ? since.change.changed : null
  const asking: Asking = { name, context, about: { event, branch, changed } }
  const found: Reporter[] = []
  for (const folder of folders.filter(each => existsSync(join(root, each)))) {
    const paths = readdirSync(join(root, folder)).filter(file => /\.ya?ml$/.test(file))
    for (const file of paths.sort()) found.push(...(await reporters(root, `${folder}/${file}`, asking)))
  }
  const count = found.reduce((sum, { steps }) => sum + steps, 0)
  if (count < 2) return
  const places = found.map(({ place, steps }) => (steps === 1 ? place : `${place} (${steps} times)`))
  throw new InputError(
    `name: ${count} steps report under '${name}': ${firstOf(places, 5)}; give each a name of its own (input name), or let one step measure all suites`,
  )
}
