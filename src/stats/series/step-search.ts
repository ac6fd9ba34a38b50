// All steps of a series. The steps that describe it most cheaply are tested with all the others as breaks, the weakest
// left out until each holds (backward elimination); then more are searched between those. Testing the largest step first,
// while the values still hold all the others, would end at the first that the others hide.
import { describedSteps } from './described-steps.ts'
import { evenBetween, levelNoise } from './level-noise.ts'
import { type PermutationEffort, SMALLEST_P, stepP } from './step-permutation.ts'
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
  /** The search ends after so many steps: a series that still steps then has no level. */
  maxSteps: number
}

/** A place that is tested. `isKnown`: a step was found there before, and stays known where it moves to. */
type Place = { at: number; isKnown: boolean; tested?: Tested }
/** The p-value of a step before `at` in a stretch between others. */
type Tested = { p: number; at: number; stretch: [number, number] }
export type FoundStep = Place & { p: number }
/** `autocorrelation` is that with which the steps were tested. */
type StandingSteps = { steps: FoundStep[]; autocorrelation: number }
/** `lastP` is of the test that ended the search, null when nothing was left. */
export type FoundSteps = StandingSteps & { lastP: number | null }

type Search = {
  values: Float64Array
  /** Places at which the level may move for a reason of its own, ascending: never tested, never crossed. */
  breaks: number[]
  settings: SearchSettings
  random: () => number
}

/** A step, and the places that are breaks while it is tested. */
type Candidate = { step: LargestStep; even: Float64Array; others: number[]; stretch: [number, number] }

const ascending = (places: number[]) => places.sort((x, y) => x - y)

const isNear = (place: number, places: number[], { minSide }: SearchSettings) =>
  places.some(other => Math.abs(other - place) <= minSide)

/** The p-value of a step among all those that noise shows anywhere between the others. */
function candidateP(
  { values, settings, random }: Search,
  { step, even, others }: Omit<Candidate, 'stretch'>,
  autocorrelation: number,
): number {
  const scan = stepScan(values.length, others, settings.minSide)
  return stepP(step, { even, autocorrelation, scan, random }, settings)
}

/** The strongest step in the stretch around place number `i`, with all other places as breaks; null when there is none. */
function stepBeside({ values, breaks, settings }: Search, places: Place[], i: number): Candidate | null {
  const others = ascending([...breaks, ...places.filter((_, k) => k !== i).map(({ at }) => at)])
  const place = (places[i] as Place).at
  const from = others.findLast(other => other <= place) ?? 0
  const to = others.find(other => other > place) ?? values.length
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

/** Moves each place to where it fits best between its neighbours, one after the other. */
function candidatesAt(search: Search, places: Place[]): (Candidate | null)[] {
  return places.map((place, i) => {
    const candidate = stepBeside(search, places, i)
    if (candidate) places[i] = { ...place, at: candidate.step.at }
    return candidate
  })
}

/** The place with the p-value of its step: the one that it has, where neither it nor its neighbours have moved. */
function testedPlace(search: Search, place: Place, candidate: Candidate, autocorrelation: number): FoundStep {
  const { tested } = place
  const { step, stretch } = candidate
  if (tested?.at === step.at && tested.stretch.join() === stretch.join()) return { ...place, p: tested.p }
  const p = candidateP(search, candidate, autocorrelation)
  return { ...place, p, tested: { p, at: step.at, stretch } }
}

/** The places that are steps when all the others are breaks. */
function standing(search: Search, tentative: Place[]): StandingSteps {
  const { values, breaks, settings } = search
  let places = tentative.toSorted((x, y) => x.at - y.at)
  // Once: a step that is left out would pass for autocorrelation, and take the others with it.
  const around = ascending([...breaks, ...places.map(({ at }) => at)])
  const { autocorrelation } = levelNoise(values, around, settings.margin)
  const test = (candidate: Candidate, i: number) =>
    testedPlace(search, places[i] as Place, candidate, autocorrelation)
  const doubt = ({ p, isKnown }: FoundStep) => p / (isKnown ? settings.knownAlpha : settings.describedAlpha)
  while (places.length > 0) {
    const candidates = candidatesAt(search, places)
    // The weakest first: most of those that have to go are found by one test.
    const strengths = candidates.map(candidate => candidate?.step.strength ?? 0)
    let leaves = strengths.indexOf(Math.min(...strengths))
    const weakest = candidates[leaves]
    const first = weakest && test(weakest, leaves)
    if (first && doubt(first) <= 1) {
      places[leaves] = first
      const steps = (candidates as Candidate[]).map(test)
      const doubts = steps.map(doubt)
      if (Math.max(...doubts) <= 1) return { steps, autocorrelation }
      places = steps
      leaves = doubts.indexOf(Math.max(...doubts))
    }
    places = places.filter((_, i) => i !== leaves)
  }
  return { steps: [], autocorrelation }
}

/** The strongest step between known breaks; null when there is none. */
function strongestBetween(search: Search, breaks: number[]): FoundStep | null {
  const { values, settings } = search
  const even = evenBetween(values, breaks)
  const step = stepScan(values.length, breaks, settings.minSide)(even)
  if (!step) return null
  const fitted = ascending([...breaks, step.at])
  const around = describedSteps(values, fitted, { minSide: settings.minSide, most: settings.maxSteps })
  const { autocorrelation } = levelNoise(values, around, settings.margin)
  const p = candidateP(search, { step, even, others: breaks }, autocorrelation)
  return { at: step.at, p, isKnown: false }
}

/**
 * The significant steps, and the p of the test that ended the search. `breaks` are known places of steps, ascending;
 * each is the first index after it. `known` are places of steps that were found before: they are tried first, and stay
 * until the values speak against them.
 */
export function stepSearch(
  values: Float64Array,
  breaks: number[],
  settings: SearchSettings,
  random: () => number,
  known: number[] = [],
): FoundSteps {
  const apart = known.filter(place => !isNear(place, breaks, settings))
  const search = { values, breaks, settings, random }
  const described = describedSteps(values, ascending([...breaks, ...apart]), {
    minSide: settings.minSide,
    most: settings.maxSteps,
  })
  let found = standing(
    search,
    described.filter(at => !breaks.includes(at)).map(at => ({ at, isKnown: apart.includes(at) })),
  )
  while (found.steps.length < settings.maxSteps) {
    const next = strongestBetween(search, ascending([...breaks, ...found.steps.map(({ at }) => at)]))
    if (!next) break
    if (next.p > settings.alpha) return { ...found, lastP: next.p }
    const more = standing(search, [...found.steps, next])
    if (more.steps.length <= found.steps.length) return { ...more, lastP: null }
    found = more
  }
  return { ...found, lastP: null }
}

/**
 * The steps of a search with p-values by as many permutations as `settings` say; the smallest ones stay as they are.
 */
export function retested(
  values: Float64Array,
  breaks: number[],
  { steps, autocorrelation }: StandingSteps,
  settings: SearchSettings,
  random: () => number,
): FoundStep[] {
  const search = { values, breaks, settings, random }
  return steps.map((step, i) => {
    if (step.p <= SMALLEST_P) return step
    const candidate = stepBeside(search, steps, i)
    return candidate ? { ...step, p: candidateP(search, candidate, autocorrelation) } : step
  })
}
