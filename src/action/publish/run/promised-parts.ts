// Holds what a run left against what the base commit's workflow file promises: the suites, and the legs of each.
import { waiverFor } from '../../../compare/verdict/row-failures.ts'
import type { ConnectedJob } from '../../../github/api/connect.ts'
import { proposalOf } from '../../../github/api/context.ts'
import { filesAt, repositoryFile, workflowFiles } from '../../../github/api/repository.ts'
import { branchHas } from '../../../github/pull-request/base-commits.ts'
import { counted } from '../../../phrases.ts'
import { configFileName, parseSettings } from '../../../policy/config-file.ts'
import { describedSuites, namesBefore } from '../../../policy/suites.ts'
import { brief } from '../../../policy/workflow-file/differences.ts'
import { hasExpression } from '../../../policy/workflow-file/expressions/expressions.ts'
import { measuringSteps } from '../../../policy/workflow-file/measuring-steps.ts'
import {
  promisedLegs,
  promisedSuites,
  suitesInWorkflow,
} from '../../../policy/workflow-file/promised-suites.ts'
import { type MeasuringStep, NotYaml } from '../../../policy/workflow-file/walk.ts'
import { mayBecome } from '../../../policy/workflow-file/written-inputs.ts'
import type { AttemptRecord } from '../../attempts/attempt-record.ts'
import { gateReports, notAskedFor } from '../../on-demand/beside-gate.ts'
import type { Judged } from '../../pull-request/what-judges.ts'
import { wholeSuite } from '../legs/compare-legs.ts'
import type { MeasuredLeg } from '../legs/leg.ts'
import { type EndedJobs, endedJobs, nothingFailed } from './unexplained-jobs.ts'

/** What the base commit's file promises. `skipped`: the jobs of the run that GitHub skipped, null for any. */
export type Promised = {
  legs: number
  /** The suites whose commands stand in the workflow. */
  inWorkflow: string[]
  unmet: (measured: MeasuredLeg[], skipped: string[] | null) => string[]
}

async function stepsAt(context: ConnectedJob, commit: string): Promise<MeasuringStep[]> {
  const { workflowPath, actionRepository } = context
  return (await measuringSteps(filesAt(context, commit), workflowPath, actionRepository)).steps
}

const mostMoved = 20

/** The workflow that measured, or, where the pull request adds it, those that it takes away: it may have moved one. */
async function promisingWorkflows(context: ConnectedJob, { base, proposed }: Commits): Promise<string[]> {
  const path = context.workflowPath
  if ((await repositoryFile(context, { path, commit: base })) !== null) return [path]
  const left = await workflowFiles(context, proposed)
  const gone = [...(await workflowFiles(context, base)).keys()].filter(each => !left.has(each))
  if (gone.length <= mostMoved) return gone
  throw new Error(`the pull request takes ${gone.length} workflows away, and at most ${mostMoved} are read`)
}

type Commits = { base: string; proposed: string }

/** The name that a suite of the pull request has at the base commit. */
type NameBefore = (suite: string) => string

function unmetSuite(
  measured: MeasuredLeg[],
  { suite, legs }: { suite: string; legs: number },
  nameBefore: NameBefore,
): string[] {
  const suites = measured.flatMap(leg => [wholeSuite(leg), ...leg.untouched])
  const found = suites.filter(each => mayBecome(suite, nameBefore(each))).length
  if (found >= legs) return []
  const left = found === 0 ? 'the run left no result of it' : `the run left ${counted(found, 'result')} of it`
  return [`${brief(suite)}: ${left}, and the base commit's workflow measures it on ${counted(legs, 'leg')}`]
}

async function describedAt(
  context: ConnectedJob,
  { steps, base, configs }: { steps: MeasuringStep[] } & Pick<Judged, 'base' | 'configs'>,
): Promise<(step: MeasuringStep) => string[]> {
  const pathOf = ({ inputs }: MeasuringStep) => inputs.config || configFileName
  const known = new Map([[configs.path, [...describedSuites(configs.base).keys()]]])
  for (const path of new Set(steps.map(pathOf))) {
    if (known.has(path)) continue
    if (hasExpression(path))
      throw new Error(`a step takes its configuration from an expression: ${brief(path)}`)
    const text = await repositoryFile(context, { path, commit: base })
    known.set(path, [...describedSuites(parseSettings(text ?? '', path)).keys()])
  }
  return step => known.get(pathOf(step)) ?? []
}

/** The promises for a pull request that is judged so; `posted` is what was reported before on the commit. */
type Promising = Pick<Judged, 'base' | 'configs' | 'policy'> & { proposed: string; posted: AttemptRecord[] }

const nameBeforeOf = ({ configs }: Promising): NameBefore => namesBefore(configs.base, configs.proposed)

/** Whether a waiver of the base commit accepts that a suite is missing. */
const isWaived = ({ policy }: Promising, suite: string) =>
  waiverFor(policy.waivers, 'missing', { benchmark: suite, metric: '' }) !== null

/** Whether the gate has reported on this pull request, with a base that its branch still has: then it has all suites. */
async function hasGateReport(context: ConnectedJob, { posted, base }: Promising): Promise<boolean> {
  const branch = proposalOf(context)?.baseRef ?? ''
  for (const report of gateReports(posted, context)) {
    if (report.conclusion === 'action_required' || report.base === base) return true
    if (report.skipped || report.base === '') continue
    // Where nobody can tell, it counts for nothing.
    if (await branchHas(context, { commit: report.base, branch }).catch(() => false)) return true
  }
  return false
}

/** The suites that the base commit measures on demand: those of its configuration, and of steps that have a command each. */
async function askableSuites(context: ConnectedJob, { base, configs }: Promising): Promise<string[]> {
  const described = [...describedSuites(configs.base).keys()]
  if (context.workflowPath === '') return described
  // A file that is no YAML has never run.
  const steps = await stepsAt(context, base).catch(error =>
    error instanceof NotYaml ? [] : Promise.reject(error),
  )
  const onDemand = steps.filter(
    ({ inputs }) => (inputs['pull-request'] ?? '') !== '' && inputs.mode !== 'request',
  )
  return [...new Set([...described, ...suitesInWorkflow(onDemand)])]
}

/** Where a workflow promises nothing that is known. */
const NOTHING: Promised = { legs: 0, inWorkflow: [], unmet: () => [] }

/** On demand, only what was asked for is measured: the rest is for the gate. */
async function promisedOnDemand(context: ConnectedJob, promising: Promising): Promise<Promised> {
  if (await hasGateReport(context, promising)) return NOTHING
  const askable = (await askableSuites(context, promising)).filter(suite => !isWaived(promising, suite))
  const unmet = (legs: MeasuredLeg[]) => {
    const measured = legs.flatMap(leg => [wholeSuite(leg), ...leg.untouched]).map(nameBeforeOf(promising))
    const isMeasured = (suite: string) => measured.some(each => mayBecome(suite, each))
    return notAskedFor(askable.filter(suite => !isMeasured(suite)).map(brief))
  }
  return { ...NOTHING, unmet }
}

/** The promises for a pull request; none of a file that is no YAML, as it never ran. An unreadable file is a problem. */
export async function promisedTo(context: ConnectedJob, promising: Promising): Promise<Promised> {
  if (context.workflowPath === '' && !context.requested) return NOTHING
  const { base, proposed, configs } = promising
  const nameBefore = nameBeforeOf(promising)
  try {
    if (context.requested) return await promisedOnDemand(context, promising)
    const steps: MeasuringStep[] = []
    for (const workflowPath of await promisingWorkflows(context, { base, proposed }))
      steps.push(...(await stepsAt({ ...context, workflowPath }, base)))
    const now = await stepsAt(context, proposed)
    const suitesOf = await describedAt(context, { steps, base, configs })
    const unmet = (measured: MeasuredLeg[], skipped: string[] | null) => {
      const isMeasured = (suite: string) =>
        measured.some(leg => mayBecome(suite, nameBefore(wholeSuite(leg))))
      return promisedSuites(steps, { proposed: now, skipped, isMeasured, described: suitesOf })
        .filter(({ suite }) => !isWaived(promising, suite))
        .flatMap(each => unmetSuite(measured, each, nameBefore))
    }
    return { legs: promisedLegs(steps), inWorkflow: suitesInWorkflow(steps), unmet }
  } catch (error) {
    if (error instanceof NotYaml) return NOTHING
    const unknown = `what the base commit's workflow measures is not known: ${(error as Error).message}`
    return { legs: 0, inWorkflow: [], unmet: () => [unknown] }
  }
}

/** The promises that a run did not keep. The server is asked for skipped jobs only where they would matter. */
export async function unmetParts(
  context: ConnectedJob,
  { promised, own, jobs }: { promised: Promised; own: MeasuredLeg[]; jobs: EndedJobs },
): Promise<string[]> {
  const unmet = promised.unmet(own, [])
  if (unmet.length === 0 || promised.unmet(own, null).length === unmet.length) return unmet
  const { skipped } = jobs === nothingFailed ? await endedJobs(context) : jobs
  return promised.unmet(own, skipped)
}
