// The suites that a workflow file measures for every pull request, and on how many legs. A report on a run of it must have
// them all: a pull request that takes one out of its own file would pass without it.
import { builtIn } from '../configured-inputs.ts'
import type { BenchStep } from './bench-steps.ts'
import { filledFrom, matrixValues } from './matrix.ts'
import { matrixCombinations } from './matrix-combinations.ts'
import { mayBecome } from './written-inputs.ts'

/** `suite` is as written, with the expressions that only the runner can evaluate. */
export type PromisedSuite = { suite: string; legs: number }

const measuringModes = ['', 'auto', 'measure', 'compare']

const measures = ({ inputs }: BenchStep) => measuringModes.includes(inputs.mode ?? '')

const nameOf = ({ inputs }: BenchStep) => inputs.name || builtIn('name')

/** The suites of a step, one for each job of its matrix; one as written where only the runner can tell. */
function suitesOf(step: BenchStep): string[] {
  const combinations = matrixCombinations(step.strategy)
  const written = nameOf(step)
  if (combinations === null) return [written]
  return combinations.map(each => {
    const values = Object.fromEntries(Object.entries(each).map(([key, value]) => [key, [value]]))
    const [name] = filledFrom(matrixValues({ matrix: values }), written) ?? []
    return name ?? written
  })
}

/**
 * The promises of the file whose steps are `base`. A step with a condition promises nothing as long as `proposed`, the
 * steps of the file that ran, has it with the same condition: it may be meant for nights.
 */
export function promisedSuites(base: BenchStep[], proposed: BenchStep[]): PromisedSuite[] {
  const mayBeSkipped = (step: BenchStep) =>
    step.condition !== undefined &&
    proposed.some(({ condition, job }) => condition === step.condition && job === step.job)
  const promised = new Map<string, number>()
  for (const step of base.filter(each => measures(each) && !mayBeSkipped(each)))
    for (const suite of suitesOf(step)) promised.set(suite, (promised.get(suite) ?? 0) + 1)
  return [...promised].map(([suite, legs]) => ({ suite, legs }))
}

/** The largest number of legs that a step of the file waits for; 0 for none. */
export const promisedLegs = (steps: BenchStep[]): number =>
  Math.max(0, ...steps.map(({ inputs }) => Number(/^\d{1,2}$/.exec(inputs.legs ?? '')?.[0] ?? 0)))

/** Whether a leg of `suite` keeps the promise of a suite that is written as `written`. */
export const keepsPromise = (written: string, suite: string): boolean => mayBecome(written, suite)
