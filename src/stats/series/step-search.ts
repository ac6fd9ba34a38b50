// All steps of a series. The steps that describe it most cheaply are tested with all the others as breaks, the weakest
// left out until each holds (backward elimination); then more are searched between those. Testing the largest step
// first, while the values still hold all the others, would end at the first that the others hide.
import { describedSteps } from './described-steps.ts'
import { evenBetween, levelNoise } from './level-noise.ts'
import { SMALLEST_P } from './step-permutation.ts'
import { stepScan } from './step-scan.ts'
import {
  candidateP,
  inOrder,
  type NoiseOf,
  type SearchSettings,
  type SharedNoise,
  type StepTrials,
  sharedNoise,
  stepBeside,
  stretchBetween,
  type Trial,
} from './step-trial.ts'

export type { SearchSettings } from './step-trial.ts'

/** A place that is tested. `isKnown`: a step was found there before, and stays known where it moves to. */
type Place = { at: number; isKnown: boolean; tested?: PlaceTest }
/** The p-value of a step before `at` in a stretch between others. */
type PlaceTest = { p: number; at: number; stretch: [number, number] }
export type FoundStep = Place & { p: number }
/** `autocorrelation` is that with which the steps were tested. */
type StandingSteps = { steps: FoundStep[]; autocorrelation: number }
/** `lastP` is of the test that ended the search, null when nothing was left. */
export type FoundSteps = StandingSteps & { lastP: number | null }

const isNear = (place: number, places: number[], { minSide }: SearchSettings) =>
  places.some(other => Math.abs(other - place) <= minSide)

/** Whether the stored p of a place still holds between these neighbours, or was significant between nearer ones. */
function isTested({ at, tested }: Place, { step, stretch }: Trial, { alpha }: SearchSettings): boolean {
  if (!tested) return false
  const [from, to] = tested.stretch
  if (tested.p <= alpha) return tested.at === at && stretch[0] <= from && to <= stretch[1]
  return tested.at === step.at && stretch[0] === from && stretch[1] === to
}

/** Moves each place to where it fits best between its neighbours, one after the other, and tests it there. */
function testedPlaces(
  search: StepTrials,
  places: Place[],
  noise: { autocorrelation: number; shared: NoiseOf | null },
): (FoundStep | null)[] {
  return places.map((place, i) => {
    const candidate = stepBeside(search, places, i)
    if (!candidate) return null
    const { step, stretch } = candidate
    const tested =
      place.tested && isTested(place, candidate, search.settings)
        ? place.tested
        : { p: candidateP(search, candidate, noise.autocorrelation, noise), at: step.at, stretch }
    const found = { ...place, at: tested.at, p: tested.p, tested }
    places[i] = found
    return found
  })
}

/** The places that are steps when all the others are breaks. */
function standing(
  search: StepTrials,
  tentative: Place[],
  autocorrelation: number,
  noiseOf: SharedNoise,
): StandingSteps {
  const { settings } = search
  let places = tentative.toSorted((x, y) => x.at - y.at)
  const doubt = (step: FoundStep | null) =>
    step ? step.p / (step.isKnown ? settings.knownAlpha : settings.describedAlpha) : Number.POSITIVE_INFINITY
  const shared = noiseOf(inOrder([...search.breaks, ...places.map(({ at }) => at)]))
  for (;;) {
    const steps = testedPlaces(search, places, { autocorrelation, shared })
    const doubts = steps.map(doubt)
    const most = Math.max(0, ...doubts)
    if (most <= 1) return { steps: steps as FoundStep[], autocorrelation }
    places = places.filter((_, i) => i !== doubts.indexOf(most))
  }
}

/** The strongest step between known breaks, tested with the autocorrelation around the levels of the description; or null. */
function strongestBetween(
  search: StepTrials,
  described: number[],
  breaks: number[],
): { next: FoundStep; autocorrelation: number } | null {
  const { values, settings } = search
  const even = evenBetween(values, breaks)
  const step = stepScan(values.length, breaks, settings.minSide)(even)
  if (!step) return null
  const fitted = [...breaks, step.at]
  const around = [...fitted, ...described.filter(at => !isNear(at, fitted, settings))]
  const { autocorrelation } = levelNoise(values, inOrder(around), settings.margin)
  const stretch = stretchBetween(breaks, step.at, values.length)
  const decided = { decided: settings.alpha }
  const p = candidateP(search, { step, even, others: breaks, stretch }, autocorrelation, decided)
  return { next: { at: step.at, p, isKnown: false }, autocorrelation }
}

/**
 * The significant steps, and the p of the test that ended the search. `breaks` are the first indices after known breaks,
 * ascending; `known` are places of steps that were found before, which stay until the values speak against them.
 */
export function stepSearch(
  values: Float64Array,
  breaks: number[],
  settings: SearchSettings,
  random: () => number,
  known: number[] = [],
): FoundSteps {
  const apart = known.filter(place => !isNear(place, breaks, settings))
  const described = describedSteps(values, inOrder([...breaks, ...apart]), settings.minSide)
  const search = { values, breaks, settings, random }
  const noiseOf = sharedNoise(search)
  let found = standing(
    search,
    described.filter(at => !breaks.includes(at)).map(at => ({ at, isKnown: apart.includes(at) })),
    levelNoise(values, described, settings.margin).autocorrelation,
    noiseOf,
  )
  while (found.steps.length < settings.maxSteps) {
    const strongest = strongestBetween(
      search,
      described,
      inOrder([...breaks, ...found.steps.map(({ at }) => at)]),
    )
    if (!strongest) break
    const { next, autocorrelation } = strongest
    if (next.p > settings.alpha) return { ...found, lastP: next.p }
    const more = standing(search, [...found.steps, next], autocorrelation, noiseOf)
    if (more.steps.length < found.steps.length) break
    const isNew = more.steps.length > found.steps.length
    found = more
    if (!isNew) break
  }
  return { ...found, lastP: null }
}

/** A step of a part of the values that begins at `from`, as a known one of all. */
export function movedBy(from: number, { at, p, tested }: FoundStep): FoundStep {
  if (!tested) return { at: at + from, p, isKnown: true }
  const [first, last] = tested.stretch
  const moved: PlaceTest = { p: tested.p, at: tested.at + from, stretch: [first + from, last + from] }
  return { at: at + from, p, isKnown: true, tested: moved }
}

/** The steps of a search that stand together with `known` others. One that was sure between its neighbours keeps its p. */
export function withKnownSteps(
  search: StepTrials,
  { steps, autocorrelation, lastP }: FoundSteps,
  known: FoundStep[],
): FoundSteps {
  return { ...standing(search, [...steps, ...known], autocorrelation, sharedNoise(search)), lastP }
}

/** The steps of a search with new p-values, by as many permutations as `settingsOf` says; null keeps the p as it is. */
export function retested(
  values: Float64Array,
  breaks: number[],
  { steps, autocorrelation }: StandingSteps,
  settingsOf: (step: FoundStep) => SearchSettings | null,
  random: () => number,
): FoundStep[] {
  return steps.map((step, i) => {
    const settings = step.p <= SMALLEST_P ? null : settingsOf(step)
    if (settings === null) return step
    const search = { values, breaks, settings, random }
    const candidate = stepBeside(search, steps, i)
    return candidate ? { ...step, p: candidateP(search, candidate, autocorrelation) } : step
  })
}
