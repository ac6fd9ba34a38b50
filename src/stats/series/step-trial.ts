// One step of a search: where it is strongest between others, and how surprising it is there.
import { remembered } from '../remembered.ts'
import { isGrossStep } from './gross-step.ts'
import { evenBetween } from './level-noise.ts'
import {
  type NoiseSteps,
  nearly,
  noiseSteps,
  type PermutationEffort,
  SMALLEST_P,
  stepP,
} from './step-permutation.ts'
import { type LargestStep, stepScan } from './step-scan.ts'

export type SearchSettings = PermutationEffort & {
  /** The level at which a step is found that no description asked for. */
  alpha: number
  /** The level at which a step of the cheapest description stands. */
  describedAlpha: number
  /** The level at which a step stands that was found before: it goes when the values speak against it. */
  knownAlpha: number
  /** The fewest values on either side of a step. */
  minSide: number
  /** Standard errors added to the autocorrelation. */
  margin: number
  /** No more are searched after so many steps: a series that still steps then has no level. */
  maxSteps: number
}

export type StepTrials = {
  values: Float64Array
  /** Places at which the level may move for a reason of its own, ascending: never tested, never crossed. */
  breaks: number[]
  settings: SearchSettings
  random: () => number
}

/** A step, and the places that are breaks while it is tested. */
export type Trial = { step: LargestStep; even: Float64Array; others: number[]; stretch: [number, number] }

export const inOrder = (places: number[]) => places.sort((x, y) => x - y)

/** The steps of noise with an autocorrelation. */
export type NoiseOf = (autocorrelation: number) => NoiseSteps

/** The noise with which one step is tested: that of the values with all other steps as breaks. */
function ownNoise({ values, settings, random }: StepTrials, { step, even, others }: Trial): NoiseOf {
  const scan = stepScan(values.length, others, settings.minSide)
  return autocorrelation => noiseSteps({ even, autocorrelation, scan, random }, () => nearly(step.strength))
}

/** So many steps of so long a series are tested with the same noise: each alone makes hardly a difference to it. */
const [SHARED_PLACES, SHARED_VALUES] = [4, 300]
/** Nor does a smaller difference between autocorrelations. */
const GRAIN = 0.01

/** The noise around the levels between `places`, made once for each autocorrelation. */
function noiseAround({ values, settings, random }: StepTrials, places: number[]): NoiseOf {
  const even = evenBetween(values, places)
  const scan = stepScan(values.length, places, settings.minSide)
  const strongest = (first: number[]) => first.toSorted((a, b) => b - a)[settings.exceedances - 1] ?? 0
  const made = remembered((grains: number) =>
    noiseSteps({ even, autocorrelation: grains * GRAIN, scan, random }, strongest),
  )
  return autocorrelation => made(Math.round(autocorrelation / GRAIN))
}

/** The noise that the steps of a search are tested with: null where they are too few to share one. */
export type SharedNoise = (places: number[]) => NoiseOf | null

/** Shares the noise around the first `places` that are many enough with all later ones. */
export function sharedNoise(trials: StepTrials): SharedNoise {
  let noise: NoiseOf | null = null
  return places => {
    if (places.length < SHARED_PLACES || trials.values.length < SHARED_VALUES) return null
    noise ??= noiseAround(trials, places)
    return noise
  }
}

/**
 * The p-value of a step among all those that noise shows anywhere between the others. A gross step stands where it is
 * none of independent noise: what the search has not found yet passes for autocorrelation, and explains nothing.
 * `shared`: the noise that other steps are tested with, too. A p above `decided` may be a rough one.
 */
export function candidateP(
  search: StepTrials,
  trial: Trial,
  autocorrelation: number,
  { shared = null, decided = 1 }: { shared?: NoiseOf | null; decided?: number } = {},
): number {
  const noiseOf = shared ?? ownNoise(search, trial)
  const { step, stretch } = trial
  const pWith = (rho: number) => stepP(step.strength, noiseOf(rho), search.settings, decided)
  const p = pWith(autocorrelation)
  if (p <= SMALLEST_P || autocorrelation === 0 || !isGrossStep(search.values, step.at, stretch)) return p
  return Math.min(p, pWith(0))
}

/** The places of `others`, ascending, that `at` lies between. */
export const stretchBetween = (others: number[], at: number, length: number): [number, number] => [
  others.findLast(other => other <= at) ?? 0,
  others.find(other => other > at) ?? length,
]

/** The strongest step in the stretch around place number `i`, with all other places as breaks; or null. */
export function stepBeside(
  { values, breaks, settings }: StepTrials,
  places: { at: number }[],
  i: number,
): Trial | null {
  const others = inOrder([...breaks, ...places.filter((_, k) => k !== i).map(({ at }) => at)])
  const place = (places[i] as { at: number }).at
  const [from, to] = stretchBetween(others, place, values.length)
  const even = evenBetween(values, others)
  const step = stepScan(to - from, [], settings.minSide)(even.subarray(from, to))
  if (!step) return null
  return {
    step: { ...step, at: step.at + from, from: step.from + from, to: step.to + from },
    even,
    others,
    stretch: [from, to],
  }
}
