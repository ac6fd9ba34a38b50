// The search of one series: judge the nights, look for steps, and test again what has to be surer.
import { seededUniform } from '../../stats/distributions/seeded-uniform.ts'
import { SMALLEST_P } from '../../stats/series/step-permutation.ts'
import {
  type FoundStep,
  type FoundSteps,
  retested,
  type SearchSettings,
} from '../../stats/series/step-search.ts'
import { type JudgedNights, judgedNights, type SeriesLevels } from './judged-nights.ts'
import { searchWithKnown } from './known-steps.ts'
import { searchBreaks } from './near-testbed-change.ts'
import type { FoundChange } from './same-change.ts'
import type { TrendPolicy } from './trend-policy.ts'

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
    ...policy,
    permutations: Math.min(policy.maxPermutations, times * (permutations + 1) - 1),
    exceedances: Math.max(ENOUGH, times),
    clear: times > 1 ? SMALLEST_P : CLEAR * policy.describedAlpha,
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
  return { judged, ...searchWithKnown(series, judged, settings, policy) }
}

/** The settings of a test that stops early where p is more than twice the smallest possible one. */
const refinedSettings = (
  judged: JudgedNights,
  policy: TrendPolicy,
  permutations: number,
): SearchSettings => ({
  ...searchSettings(judged, policy, permutations),
  exceedances: SHOWN * timesAsMany(judged.values.length),
  clear: SMALLEST_P,
})

/** Steps of a search, tested again where `settingsOf` says how. */
const testedAgain = (
  { judged, ...search }: SearchedSeries,
  policy: TrendPolicy,
  settingsOf: (step: FoundStep) => SearchSettings | null,
): FoundStep[] =>
  retested(
    judged.values,
    searchBreaks(judged, policy.minSide),
    search,
    settingsOf,
    seededUniform(policy.seed),
  )

/** The search with its steps tested again by more permutations, of which `permutationsOf` gives the number. */
export function refinedSearch(
  search: SearchedSeries,
  policy: TrendPolicy,
  permutationsOf: (step: FoundStep) => number,
): SearchedSeries {
  const steps = testedAgain(search, policy, step => {
    const permutations = permutationsOf(step)
    return permutations <= policy.permutations ? null : refinedSettings(search.judged, policy, permutations)
  })
  return { ...search, steps }
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
  const { announceAlpha, minNights } = policy
  const own = stepOf(change, search)
  if (own === undefined) return true
  const steps = search.steps.toSorted((one, other) => one.at - other.at)
  const index = steps.indexOf(own)
  const doesStay = ({ at, p, isKnown }: FoundStep) =>
    isKnown || (p <= announceAlpha && Math.abs(at - own.at) >= minNights)
  const kept = steps.filter((step, i) => Math.abs(i - index) !== 1 || doesStay(step))
  if (kept.length === steps.length) return true
  const settings = refinedSettings(search.judged, policy, Math.ceil(1 / announceAlpha) - 1)
  const untested = { ...own, p: 1 }
  const alone = { ...search, steps: kept.with(kept.indexOf(own), untested) }
  const tested = testedAgain(alone, policy, step => (step === untested ? settings : null))
  return (tested[kept.indexOf(own)] as FoundStep).p <= announceAlpha
}
