// Two steps that report under one name would each take the other's word back: found before anything is measured.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JobContext } from '../../github/api/context.ts'
import { InputError } from '../../model/index.ts'
import { firstOf } from '../../phrases.ts'
import { repositoryRoot } from '../../policy/config-file.ts'
import { reportName } from '../../policy/report-name.ts'
import { measuringSteps } from '../../policy/workflow-file/measuring-steps.ts'
import { triggersOf } from '../../policy/workflow-file/triggers.ts'
import type { MeasuringStep } from '../../policy/workflow-file/walk.ts'

const folders = ['.github/workflows', '.gitea/workflows', '.forgejo/workflows']
const reportingModes = ['', 'auto', 'compare']

/** A step with a condition may run for other events than this one. */
const reportsAs = (name: string) => (step: MeasuringStep) =>
  step.condition === undefined &&
  reportingModes.includes(step.inputs.mode ?? '') &&
  reportName(step.inputs) === name

/** The jobs of the workflow at `path` that report under `name` for the event; none where the file cannot be read. */
async function reporters(root: string, path: string, name: string, context: JobContext): Promise<string[]> {
  const read = async (file: string) => {
    const place = join(root, file)
    return existsSync(place) ? readFileSync(place, 'utf8') : null
  }
  try {
    if (!triggersOf((await read(path)) ?? '').includes(context.event)) return []
    const { steps } = await measuringSteps(read, path, context.actionRepository)
    return steps.filter(reportsAs(name)).map(({ job }) => `job ${job} of ${path}`)
  } catch {
    return []
  }
}

/**
 * Throws an InputError where the workflows of the checkout in `directory` have several steps that report under `name` for
 * this event.
 */
export async function assertOneReporter(name: string, context: JobContext, directory: string): Promise<void> {
  const root = repositoryRoot(directory)
  if (root === null) return
  const found: string[] = []
  for (const folder of folders.filter(each => existsSync(join(root, each)))) {
    const paths = readdirSync(join(root, folder)).filter(file => /\.ya?ml$/.test(file))
    for (const file of paths.sort())
      found.push(...(await reporters(root, `${folder}/${file}`, name, context)))
  }
  if (found.length < 2) return
  throw new InputError(
    `name: ${found.length} steps report under '${name}': ${firstOf(found, 5)}; give each a name of its own (input name), or let one step measure all suites`,
  )
}
