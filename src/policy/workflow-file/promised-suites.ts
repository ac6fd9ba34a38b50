// The suites that the workflow of a commit measures for every pull request, and on how many legs. A report on a run of it must
// have them all: a pull request that takes one out of its own file would pass without it.
import { reportName } from '../report-name.ts'
import { matchingSuites } from '../suites.ts'
import { hasExpression } from './expressions/expressions.ts'
import type { MeasuringStep } from './walk.ts'

/** `suite` is as written, with the expressions that only the runner can evaluate. */
export type PromisedSuite = { suite: string; legs: number }

const measuringModes = ['', 'auto', 'measure', 'compare']

/** Whether a step measures, on a pull request; one that measures what somebody asks for does not. */
export const isMeasuring = ({ inputs }: MeasuringStep) =>
  measuringModes.includes(inputs.mode ?? '') && (inputs['pull-request'] ?? '') === ''

const nameOf = ({ inputs }: MeasuringStep) => reportName(inputs)

/** Whether a step measures suites of the configuration. */
const isOfFile = ({ inputs }: MeasuringStep) => (inputs.command ?? '') === ''

const isLike = (one: MeasuringStep, other: MeasuringStep) =>
  one.job === other.job &&
  one.condition === other.condition &&
  nameOf(one) === nameOf(other) &&
  isOfFile(one) === isOfFile(other) &&
  (one.inputs.suite ?? '') === (other.inputs.suite ?? '')

type Ran = {
  /** The steps of the workflow that ran. */
  proposed: MeasuringStep[]
  /** The names of the jobs that GitHub skipped, as it lists them; null where it may be any. */
  skipped: string[] | null
  /** Whether a result of this suite is there. */
  isMeasured: (suite: string) => boolean
  /** The suites that the configuration of a step describes at the base commit. */
  described: (step: MeasuringStep) => string[]
}

/** The suites that a step measures. Which ones an expression asks for is not known: one at least. */
function suitesOf(step: MeasuringStep, described: Ran['described']): string[] {
  const { inputs } = step
  const { command = '', suite = '' } = inputs
  if (command !== '') return [reportName(inputs)]
  if (hasExpression(suite)) return [suite]
  return matchingSuites(described(step), suite.split(/\s+/).filter(Boolean))
}

/**
 * The promises of the workflow whose steps are `base`. A step with a condition may be meant for nights: it promises nothing
 * where it may have been skipped, as long as the workflow that ran has as many like it, with the same condition. A job was not
 * skipped where one of its suites was measured: all legs of a matrix have the same condition.
 */
export function promisedSuites(
  base: MeasuringStep[],
  { proposed, skipped, isMeasured, described }: Ran,
): PromisedSuite[] {
  const isKept = (step: MeasuringStep) =>
    proposed.filter(each => isLike(each, step)).length >= base.filter(each => isLike(each, step)).length
  const isOfJob = ({ job, shown, condition }: MeasuringStep, other: MeasuringStep) =>
    !other.isStepConditional && other.job === job && other.shown === shown && other.condition === condition
  const hasRun = (step: MeasuringStep) =>
    base.some(each => isOfJob(step, each) && suitesOf(each, described).some(isMeasured))
  const isListed = ({ shown }: MeasuringStep, names: string[]) =>
    shown == null ? names.length > 0 : names.includes(shown)
  const wasSkipped = (step: MeasuringStep) => (skipped === null || isListed(step, skipped)) && !hasRun(step)
  const mayBeSkipped = (step: MeasuringStep) =>
    step.condition !== undefined && (step.isStepConditional || wasSkipped(step)) && isKept(step)
  const promised = new Map<string, number>()
  for (const step of base.filter(each => isMeasuring(each) && !mayBeSkipped(each)))
    for (const suite of suitesOf(step, described)) promised.set(suite, (promised.get(suite) ?? 0) + 1)
  return [...promised].map(([suite, legs]) => ({ suite, legs }))
}

/** The suites whose commands stand in the steps, as they are written: `mayBecome` says which names they may come to. */
export const suitesInWorkflow = (steps: MeasuringStep[]): string[] =>
  steps.filter(step => !isOfFile(step)).map(nameOf)

/** The largest number of legs that a step waits for; 0 for none. */
export const promisedLegs = (steps: MeasuringStep[]): number =>
  Math.max(0, ...steps.map(({ inputs }) => Number(/^\d{1,2}$/.exec(inputs.legs ?? '')?.[0] ?? 0)))
