// The change points of one series: judge the nights, search for steps, describe what was found.
import type { LevelSegment } from '../../model/index.ts'
import { seededUniform } from '../../stats/distributions/seeded-uniform.ts'
import { ESTIMATING, SMALLEST_P } from '../../stats/series/step-permutation.ts'
import {
  type FoundStep,
  type FoundSteps,
  retested,
  type SearchSettings,
  stepSearch,
  withKnownSteps,
} from '../../stats/series/step-search.ts'
import { describeChanges } from './describe-changes.ts'
import { type JudgedNights, judgedNights, type SeriesLevels } from './judged-nights.ts'
import { searchWithKnown } from './known-steps.ts'
import { searchBreaks } from './near-testbed-change.ts'
import type { FoundChange } from './same-change.ts'
import type { TrendPolicy } from './trend-policy.ts'

export type SeriesFindings = {
  /** In order of time. */
  changePoints: FoundChange[]
  /** Nights that are too far from their neighbours: shown and not judged. */
  spikes: number[]
  segments: LevelSegment[]
  /** The noise of judged nights around their level, on the log scale where all values are positive. */
  noise: { sd: number; autocorrelation: number }
}

export type SearchedSeries = FoundSteps & { judged: JudgedNights }

/** Stop after so many permutations with as strong a step: p is then precise enough. */
const ENOUGH = 10

/** Below this share of the level for described steps, an estimate of p decides; in short histories it is too rough. */
const CLEAR = 0.01

/** The same in a refined search: after so many, p is more than twice the smallest possible one. */
const SHOWN = 2

/**
 * The factor by which a short series gets more permutations than usual. There the smallest p-values are only just small
 * enough, and the luck of the draw would decide. More permutations cost little there.
 */
const timesAsMany = (nights: number) => Math.max(1, Math.min(10, Math.floor(300 / nights)))

function searchSettings({ values }: JudgedNights, policy: TrendPolicy, permutations: number): SearchSettings {
  const times = timesAsMany(values.length)
  return {
    permutations: Math.min(policy.maxPermutations, times * (permutations + 1) - 1),
    exceedances: Math.max(ENOUGH, times),
    clear: times > 1 ? SMALLEST_P : CLEAR * policy.describedAlpha,
    alpha: policy.alpha,
    describedAlpha: policy.describedAlpha,
    knownAlpha: policy.knownAlpha,
    minSide: policy.minSide,
    margin: policy.autocorrelationMargin,
    maxSteps: policy.maxChangePoints,
  }
}

/** Judges the nights and searches for steps, with `permutations` series for each test, and more for few nights. */
export function searchSeries(
  series: SeriesLevels,
  policy: TrendPolicy,
  permutations: number,
): SearchedSeries {
  const judged = judgedNights(series, policy.hampel)
  if (judged.values.length < policy.minNights) return { judged, steps: [], autocorrelation: 0, lastP: null }
  const settings = searchSettings(judged, policy, permutations)
  const breaks = searchBreaks(judged, policy.minSide)
  const found = searchWithKnown(series, judged, breaks, {
    search: (values, within, known) =>
      stepSearch(values, within, settings, seededUniform(policy.seed), known),
    // More series tell nothing of a step that has to be surer than they could show.
    searchStretch: (values, within) =>
      stepSearch(values, within, { ...settings, permutations: ESTIMATING }, seededUniform(policy.seed)),
    add: (steps, known) =>
      withKnownSteps(
        { values: judged.values, breaks, settings, random: seededUniform(policy.seed) },
        steps,
        known,
      ),
    sureP: policy.sureAlpha,
    minSide: policy.minSide,
  })
  return { judged, ...found }
}

/**
 * The search with its steps tested again by more permutations. `permutationsOf` gives their number for each step. It
 * stops early where p is more than twice the smallest possible one.
 */
export function refinedSearch(
  search: SearchedSeries,
  policy: TrendPolicy,
  permutationsOf: (step: FoundStep) => number,
): SearchedSeries {
  const { judged } = search
  const exceedances = SHOWN * timesAsMany(judged.values.length)
  const settingsOf = (step: FoundStep) => {
    const permutations = permutationsOf(step)
    if (permutations <= policy.permutations) return null
    return { ...searchSettings(judged, policy, permutations), exceedances, clear: SMALLEST_P }
  }
  const breaks = searchBreaks(judged, policy.minSide)
  return { ...search, steps: retested(judged.values, breaks, search, settingsOf, seededUniform(policy.seed)) }
}

/** The step of a search that became this change; two may have the same p. */
function stepOf(change: FoundChange, { judged, steps }: SearchedSeries): FoundStep | undefined {
  const place = judged.nights.indexOf(change.night)
  const distance = ({ at }: FoundStep) => Math.abs(at - place)
  return steps.filter(({ p }) => p === change.p).sort((one, other) => distance(one) - distance(other))[0]
}

/**
 * Whether a change is sure enough to be announced without the next step on either side, where that one is less sure or begins a
 * short level with it. Where a few nights in a row are far off by chance, the search makes a level of them, and both of its ends
 * make each other sure. An announced step stays.
 */
export function standsAlone(search: SearchedSeries, change: FoundChange, policy: TrendPolicy): boolean {
  const { judged } = search
  const { announceAlpha, minNights } = policy
  const own = stepOf(change, search)
  if (own === undefined) return true
  const steps = search.steps.toSorted((one, other) => one.at - other.at)
  const index = steps.indexOf(own)
  const doesStay = ({ at, p, isKnown }: FoundStep) =>
    isKnown || (p <= announceAlpha && Math.abs(at - own.at) >= minNights)
  const kept = steps.filter((step, i) => Math.abs(i - index) !== 1 || doesStay(step))
  if (kept.length === steps.length) return true
  const settings = {
    ...searchSettings(judged, policy, Math.ceil(1 / announceAlpha) - 1),
    exceedances: SHOWN * timesAsMany(judged.values.length),
    clear: SMALLEST_P,
  }
  const untested = { ...own, p: 1 }
  const tested = retested(
    judged.values,
    searchBreaks(judged, policy.minSide),
    { ...search, steps: kept.with(kept.indexOf(own), untested) },
    step => (step === untested ? settings : null),
    seededUniform(policy.seed),
  )
  return (tested[kept.indexOf(own)] as FoundStep).p <= announceAlpha
}

/** The findings of a search, from some of its steps. */
export function seriesFindings(
  judged: JudgedNights,
  steps: FoundStep[],
  policy: TrendPolicy,
): SeriesFindings {
  const { changePoints, segments, noise } = describeChanges(judged, steps, policy)
  const { sd, autocorrelation } = noise
  return { changePoints, segments, spikes: judged.spikes, noise: { sd, autocorrelation } }
}
