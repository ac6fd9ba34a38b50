// The suites that the workflow of a commit measures for every pull request, and on how many legs. A report on a run of it must
// have them all: a pull request that takes one out of its own file would pass without it.
import { builtIn } from '../configured-inputs.ts'
import type { MeasuringStep } from './walk.ts'
import { mayBecome } from './written-inputs.ts'

/** `suite` is as written, with the expressions that only the runner can evaluate. */
export type PromisedSuite = { suite: string; legs: number }

const measuringModes = ['', 'auto', 'measure', 'compare']

const measures = ({ inputs }: MeasuringStep) => measuringModes.includes(inputs.mode ?? '')

/**
 * The promises of the workflow whose steps are `base`, one for each leg. A step with a condition promises nothing as long as
 * `proposed`, the steps of the workflow that ran, has it with the same condition: it may be meant for nights.
 */
export function promisedSuites(base: MeasuringStep[], proposed: MeasuringStep[]): PromisedSuite[] {
  const mayBeSkipped = (step: MeasuringStep) =>
    step.condition !== undefined &&
    proposed.some(({ condition, job }) => condition === step.condition && job === step.job)
  const promised = new Map<string, number>()
  for (const { inputs } of base.filter(each => measures(each) && !mayBeSkipped(each))) {
    const suite = inputs.name || builtIn('name')
    promised.set(suite, (promised.get(suite) ?? 0) + 1)
  }
  return [...promised].map(([suite, legs]) => ({ suite, legs }))
}

/** The largest number of legs that a step waits for; 0 for none. */
export const promisedLegs = (steps: MeasuringStep[]): number =>
  Math.max(0, ...steps.map(({ inputs }) => Number(/^\d{1,2}$/.exec(inputs.legs ?? '')?.[0] ?? 0)))

/** Whether a leg of `suite` keeps the promise of a suite that is written as `written`. */
export const keepsPromise = (written: string, suite: string): boolean => mayBecome(written, suite)
