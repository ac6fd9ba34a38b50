// Several steps, one after the other: the largest first, each tested against noise, and then with it as a break among
// the others, until the next is not significant (binary segmentation, Vostrikova 1981; Fryzlewicz 2014, Ann. Stat. 42).
import { centredBetween, levelNoise } from './level-noise.ts'
import { type PermutationEffort, stepP } from './step-permutation.ts'
import { stepScan } from './step-scan.ts'

/** The gain that one more break must bring, in units of ln n on the scale of −2·log-likelihood. */
const PRICE = 5
/** The most breaks that are added: in wandering noise the search could go on for long. */
const MOST = 12

/** −2·log-likelihood of AR(1) noise around the levels between `breaks`, up to a constant. */
function misfit(values: Float64Array, breaks: number[]): number {
  const { sd, autocorrelation } = levelNoise(values, breaks, 0)
  return values.length * Math.log(sd * sd * (1 - autocorrelation ** 2))
}

/**
 * The `breaks` and those that have to be added, largest steps first, to describe the values most cheaply: minimum
 * description length for autoregressions with breaks (Davis, Lee & Rodriguez-Yam 2006, JASA 101). Steps and
 * autocorrelation look alike, since a level that changes and changes back passes for noise that wanders. The cheaper
 * description decides around which levels the noise is estimated.
 */
function tentativeBreaks(values: Float64Array, breaks: number[], minSide: number): number[] {
  const price = PRICE * Math.log(values.length)
  let tried = breaks
  let best = { breaks, cost: misfit(values, breaks) }
  for (let added = 1; added <= MOST; added++) {
    const step = stepScan(values.length, tried, minSide, 1)(centredBetween(values, tried))
    // Not even in independent noise would this one be worth its price.
    if (!step || -values.length * Math.log1p(-step.share) < price) break
    tried = [...tried, step.at].sort((x, y) => x - y)
    const cost = misfit(values, tried) + added * price
    if (cost < best.cost) best = { breaks: tried, cost }
  }
  return best.breaks
}

export type SearchSettings = PermutationEffort & {
  /** The level of each test. */
  alpha: number
  /** The fewest values on either side of a step. */
  minSide: number
  /** Standard errors added to the autocorrelation. */
  margin: number
  /** The search ends after so many steps: a series that still steps then has no level. */
  maxSteps: number
}

export type FoundStep = { at: number; p: number }
/** `steps` in the order they were found; `lastP` is of the test that ended the search, null when nothing was left. */
type FoundSteps = { steps: FoundStep[]; lastP: number | null }

type LargestStepTest = (known: number[]) => FoundStep | null

const ascending = (places: number[]) => places.sort((x, y) => x - y)

/** Tests the largest step between known breaks; null when there is none. */
function largestStep(values: Float64Array, settings: SearchSettings, random: () => number): LargestStepTest {
  return known => {
    const centred = centredBetween(values, known)
    const scan = stepScan(values.length, known, settings.minSide)
    const largest = scan(centred)
    if (!largest) return null
    const fitted = ascending([...known, largest.at])
    const { autocorrelation } = levelNoise(
      values,
      tentativeBreaks(values, fitted, settings.minSide),
      settings.margin,
    )
    return { at: largest.at, p: stepP(largest.share, { centred, autocorrelation, scan, random }, settings) }
  }
}

/** All steps between `breaks`. */
function stepsBetween(
  breaks: number[],
  test: LargestStepTest,
  { alpha, maxSteps }: SearchSettings,
): FoundSteps {
  const steps: FoundStep[] = []
  while (steps.length < maxSteps) {
    const step = test(ascending([...breaks, ...steps.map(({ at }) => at)]))
    if (!step) break
    if (step.p > alpha) return { steps, lastP: step.p }
    steps.push(step)
  }
  return { steps, lastP: null }
}

/** The places in `given` that are still steps when all the others are breaks. */
function confirmed(
  given: number[],
  others: number[],
  test: LargestStepTest,
  settings: SearchSettings,
): FoundStep[] {
  const steps: FoundStep[] = []
  given.forEach((place, i) => {
    const breaks = [...others, ...steps.map(({ at }) => at), ...given.slice(i + 1)]
    const step = test(ascending(breaks))
    if (!step || step.p > settings.alpha || Math.abs(step.at - place) > 2 * settings.minSide) return
    steps.push(step)
  })
  return steps
}

/**
 * The significant steps, and the p of the test that ended the search. `breaks` are known places of steps, ascending;
 * each is the first index after it. `given` are places of steps that were found before. Several steps hide each other in
 * few values, so a second search takes these as breaks, and counts where it finds more in all. Given steps are tested like
 * any other.
 */
export function stepSearch(
  values: Float64Array,
  breaks: number[],
  settings: SearchSettings,
  random: () => number,
  given: number[] = [],
): FoundSteps {
  const test = largestStep(values, settings, random)
  const found = stepsBetween(breaks, test, settings)
  const isNear = (place: number) => (other: number) => Math.abs(other - place) <= settings.minSide
  const apart = given.filter(place => !breaks.some(isNear(place)))
  const hidden = apart.filter(place => !found.steps.map(({ at }) => at).some(isNear(place)))
  if (hidden.length === 0) return found
  const more = stepsBetween(ascending([...breaks, ...apart]), test, settings)
  if (more.steps.length === 0) return found
  const others = [...breaks, ...more.steps.map(({ at }) => at)]
  const steps = [...more.steps, ...confirmed(apart, others, test, settings)]
  return steps.length > found.steps.length ? { steps, lastP: more.lastP } : found
}
