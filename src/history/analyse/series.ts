// The change points of one series: judge the nights, search for steps, describe what was found.
import { seededUniform } from '../../stats/distributions/seeded-uniform.ts'
import { type FoundStep, stepSearch } from '../../stats/series/step-search.ts'
import { describeChanges, type Segment } from '../announce/describe-changes.ts'
import type { ChangePoint, KnownChange } from './change-point.ts'
import { givenPlaces } from './given-places.ts'
import { checkNights, type JudgedNights, judgedNights, type Night } from './judged-nights.ts'
import type { TrendPolicy } from './settings.ts'
import { searchBreaks } from './testbed-places.ts'

export type SeriesAnalysis = {
  /** In order of time. */
  changePoints: ChangePoint[]
  /** Nights that are too far from their neighbours, shown but not judged; indices into the nights. */
  spikes: number[]
  segments: Segment[]
  /** Of judged nights around their level: on the log scale where all values are positive. */
  noise: { sd: number; autocorrelation: number }
}

export type Search = { judged: JudgedNights; steps: FoundStep[]; lastP: number | null }

/** A p-value is known well enough once so many permutations step as much. */
const ENOUGH = 3

/**
 * How many times as many permutations a series gets as is usual. In short histories, where the smallest p-values are
 * only just small enough, the luck of the draw would decide; there they cost little.
 */
const timesAsMany = (nights: number) => Math.max(1, Math.min(10, Math.floor(300 / nights)))

/**
 * Judges the nights and searches for steps, with `permutations` series for each test, and more for few nights. `known`
 * changes help to see others.
 */
export function searchSeries(
  nights: Night[],
  policy: TrendPolicy,
  permutations: number,
  known: KnownChange[] = [],
): Search {
  const judged = judgedNights(nights, policy.hampel)
  if (judged.values.length < policy.minNights) return { judged, steps: [], lastP: null }
  const times = timesAsMany(judged.values.length)
  const settings = {
    permutations: Math.min(policy.maxPermutations, times * (permutations + 1) - 1),
    exceedances: Math.max(ENOUGH, times),
    alpha: policy.alpha,
    minSide: policy.minSide,
    margin: policy.autocorrelationMargin,
    maxSteps: policy.maxChangePoints,
  }
  const random = seededUniform(policy.seed)
  const breaks = searchBreaks(judged, policy.minSide)
  const given = givenPlaces(judged, known, policy.minSide)
  return { judged, ...stepSearch(judged.values, breaks, settings, random, given) }
}

/** The analysis that a search comes to with some of its steps. */
export function analysisOf(judged: JudgedNights, steps: FoundStep[], policy: TrendPolicy): SeriesAnalysis {
  const { changePoints, segments, noise } = describeChanges(judged, steps, policy)
  const { sd, autocorrelation } = noise
  return { changePoints, segments, spikes: judged.spikes, noise: { sd, autocorrelation } }
}

/** One series on its own, nights in order of time. Throws an InputError for a value that is no finite number. */
export function analyseSeries(nights: Night[], policy: TrendPolicy): SeriesAnalysis {
  checkNights(nights, 'the history')
  const { judged, steps } = searchSeries(nights, policy, policy.permutations)
  return analysisOf(judged, steps, policy)
}
