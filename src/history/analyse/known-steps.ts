// The steps that a search knows, and that stay until the nights speak against them: those that were announced, and those
// that earlier nights made sure. The latter are found anew every night, in stretches of the series that have ended. Their
// nights never change, and so do their steps, without any memory. What a search of the whole series finds depends on its
// last nights: they move the noise, and with it the limits.
import { seededUniform } from '../../stats/distributions/seeded-uniform.ts'
import { describedSteps } from '../../stats/series/described-steps.ts'
import { evenBetween } from '../../stats/series/level-noise.ts'
import { ESTIMATING } from '../../stats/series/step-permutation.ts'
import { likeliestStep } from '../../stats/series/step-range.ts'
import { stepScan } from '../../stats/series/step-scan.ts'
import {
  type FoundStep,
  type FoundSteps,
  movedBy,
  type SearchSettings,
  stepSearch,
  withKnownSteps,
} from '../../stats/series/step-search.ts'
import { stretchBetween } from '../../stats/series/step-trial.ts'
import type { JudgedNights, SeriesLevels } from './judged-nights.ts'
import { searchBreaks } from './near-testbed-change.ts'
import type { TrendPolicy } from './trend-policy.ts'

/** Judged nights on either side that say which night of a range it was. */
const AROUND = 5

/** The judged nights of a stretch, and from the begin of one to the next. A step of its middle part has 60 on either side. */
const STRETCH = 180
const STRIDE = 60

/** Two searches may place one step so many nights apart. */
const SAME = 10

/** The position from night `first` to night `last` at which the level steps most; null where there is none. */
function stepWithin({ nights, values }: JudgedNights, [first, last]: [number, number]): number | null {
  const from = nights.findIndex(night => night >= first)
  const to = nights.findLastIndex(night => night <= last)
  if (from < 1 || to < from) return null
  return likeliestStep(values, [Math.max(0, from - AROUND), Math.min(values.length, to + AROUND)], AROUND)
}

/** The positions of announced changes: where each began, and where its level was back. */
function announcedSteps(
  { nights, announced }: SeriesLevels,
  judged: JudgedNights,
  minSide: number,
): number[] {
  return announced.flatMap(({ range, over = null }) => {
    const after = nights[nights.findIndex(({ night }) => night >= range[1]) + minSide]?.night
    const back = over === null || after === undefined ? null : stepWithin(judged, [after, over])
    return [stepWithin(judged, range), back].filter(step => step !== null)
  })
}

/** The positions, ascending, without those that are closer than `minSide` to an earlier one or to an end. */
function apart(steps: number[], length: number, minSide: number): number[] {
  const kept: number[] = []
  for (const step of steps.toSorted((x, y) => x - y)) {
    if (step - (kept.at(-1) ?? 0) >= minSide && length - step >= minSide) kept.push(step)
  }
  return kept
}

/** A step that is as sure as it has to be here is far stronger (see step-scan.ts), but others beside it may blur it. */
const LEAST_STRENGTH = 20

/** Whether the values between `breaks` step anywhere as a sure step would. */
function stepsVisibly(values: Float64Array, breaks: number[], minSide: number): boolean {
  const scan = stepScan(values.length, breaks, minSide)
  return scan(evenBetween(values, breaks), LEAST_STRENGTH) !== null
}

/** Whether the values step between the places beside `at` as a sure step would. */
function isVisible(values: Float64Array, places: number[], at: number, minSide: number): boolean {
  const others = places.filter(other => other !== at)
  const [from, to] = stretchBetween(others, at, values.length)
  return stepsVisibly(values.subarray(from, to), [], minSide)
}

/**
 * The steps of the middle part of stretches that have ended, of the first one also before it, that are not among `found`.
 * Only stretches are searched where the found ones leave a step that may be sure, and the cheapest description has it.
 */
function lostSteps(
  values: Float64Array,
  breaks: number[],
  found: number[],
  settings: SearchSettings,
  { sureAlpha, seed }: TrendPolicy,
): FoundStep[] {
  const { minSide } = settings
  const lost: FoundStep[] = []
  for (let from = 0; from + STRETCH <= values.length; from += STRIDE) {
    const isLost = (at: number) =>
      (from === 0 || at >= STRIDE) &&
      at < STRETCH - STRIDE &&
      ![...found, ...breaks, ...lost.map(each => each.at)].some(other => Math.abs(other - from - at) <= SAME)
    const stretch = values.subarray(from, from + STRETCH)
    const inside = (places: number[]) =>
      places.filter(at => from < at && at < from + STRETCH).map(at => at - from)
    const within = inside(breaks)
    if (!stepsVisibly(stretch, inside([...found, ...breaks].sort((x, y) => x - y)), minSide)) continue
    const described = describedSteps(stretch, within, minSide)
    if (!described.some(at => isLost(at) && isVisible(stretch, described, at, minSide))) continue
    // More series tell nothing of a step that has to be surer than they could show.
    const terms = { ...settings, permutations: ESTIMATING }
    const { steps } = stepSearch(stretch, within, terms, seededUniform(seed))
    lost.push(...steps.filter(({ at, p }) => p <= sureAlpha && isLost(at)).map(step => movedBy(from, step)))
  }
  return lost
}

/** The steps of a series: those of a search that knows the announced ones, and those of earlier nights that it lost. */
export function searchWithKnown(
  series: SeriesLevels,
  judged: JudgedNights,
  settings: SearchSettings,
  policy: TrendPolicy,
): FoundSteps {
  const { values } = judged
  const { minSide } = settings
  const breaks = searchBreaks(judged, minSide)
  const announced = apart(announcedSteps(series, judged, minSide), values.length, minSide)
  const found = stepSearch(values, breaks, settings, seededUniform(policy.seed), announced)
  const places = found.steps.map(({ at }) => at)
  const lost = lostSteps(values, breaks, places, settings, policy)
  if (lost.length === 0) return found
  return withKnownSteps({ values, breaks, settings, random: seededUniform(policy.seed) }, found, lost)
}
