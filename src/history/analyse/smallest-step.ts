// Finds the smallest step that the analysis would have seen in a series in which it found none. "No change" says little
// where only a large step could be seen. No formula gives that step: larger and larger steps are planted into the
// nights themselves until the search of every night finds one.
import { quietSeries, type SmallestSteps, type TrendAnalysis, type TrendHistory } from '../../model/index.ts'
import { seededUniform } from '../../stats/distributions/seeded-uniform.ts'
import { levelNoise, segmentsOf } from '../../stats/series/level-noise.ts'
import { SMALLEST_P } from '../../stats/series/step-permutation.ts'
import { stepSearch } from '../../stats/series/step-search.ts'
import { trendLevels } from './analyse-trend.ts'
import { judgedNights, type SeriesLevels } from './judged-nights.ts'
import { searchBreaks } from './near-testbed-change.ts'
import { defaultTrendPolicy, type TrendPolicy } from './trend-policy.ts'

/** Each planted step is so many times the one before: the result is at most this much too large. */
const GROWTH = 1.2
/** Beyond this, as a fraction of the level, "no step" is the better answer. */
const LARGEST = 10
/** The first planted step in standard errors of the difference of two halves: hardly ever found. */
const SMALLEST_ERRORS = 2
/** Nobody reads more series than this, and more permuted values than this take longer than some five seconds. */
const MOST_SERIES = 50
const MOST_VALUES = 6e8

/** The level at which a step among `tests` series counts as found, and permutations that can show it. */
function effortFor(tests: number, policy: TrendPolicy): { alpha: number; permutations: number } {
  const alpha = Math.min(policy.alpha, policy.falseDiscoveryRate / tests)
  return { alpha, permutations: Math.min(policy.maxPermutations, Math.ceil(2 / alpha) - 1) }
}

/** The night in the middle of the longest stretch on one testbed, and the standard error of a step there. */
function middleOf(series: SeriesLevels, policy: TrendPolicy): { night: number; error: number } | null {
  const { nights, values, testbedBreaks } = judgedNights(series, policy.hampel)
  if (values.length < policy.minNights) return null
  const stretches = segmentsOf(values.length, testbedBreaks).sort((a, b) => b[1] - b[0] - (a[1] - a[0]))
  const [from, to] = stretches[0] as [number, number]
  const { sd } = levelNoise(values, testbedBreaks, 0)
  return { night: nights[(from + to) >> 1] as number, error: (2 * sd) / Math.sqrt(to - from) }
}

/** The series with `factor` times the level from `night` on. */
function planted(series: SeriesLevels, night: number, factor: number): SeriesLevels {
  const nights = series.nights.map(each =>
    each.night < night ? each : { ...each, value: each.value * factor },
  )
  return { ...series, nights }
}

/**
 * The smallest change for the worse, a fraction, that a search among `tests` others finds in the middle of the series; null
 * where none up to ten times the level. Its p has to pass the level of the search and the tolerated share of false ones,
 * both upwards and downwards: a real step that was not found would make one of them look easy.
 */
export function smallestStep(series: SeriesLevels, tests: number, policy: TrendPolicy): number | null {
  const middle = middleOf(series, policy)
  if (middle === null) return null
  const { alpha, permutations } = effortFor(tests, policy)
  const settings = {
    ...policy,
    alpha,
    permutations,
    // With so many exceedances, no p is small enough any more.
    exceedances: Math.floor(alpha * (permutations + 1)),
    clear: SMALLEST_P,
    maxSteps: 1,
  }
  const isFound = (factor: number) => {
    const judged = judgedNights(planted(series, middle.night, factor), policy.hampel)
    const place = judged.nights.findIndex(night => night >= middle.night)
    const breaks = searchBreaks(judged, policy.minSide)
    const { steps } = stepSearch(judged.values, breaks, settings, seededUniform(policy.seed))
    return steps.some(({ at, p }) => p <= alpha && Math.abs(place - at) <= policy.minSide)
  }
  let size = Math.max(policy.minSize, SMALLEST_ERRORS * middle.error)
  for (const direction of [1, -1]) {
    while (size <= LARGEST && !isFound((1 + size) ** direction)) size *= GROWTH
  }
  if (size > LARGEST) return null
  return series.better === 'lower' ? size : size / (1 + size)
}

/** The smallest steps of the series that gate and neither change nor creep, by their index, of as many as take some seconds. */
export function smallestSteps(trend: TrendHistory, analysis: TrendAnalysis): SmallestSteps {
  const { levels } = trendLevels(trend)
  const { permutations } = effortFor(trend.series.length, defaultTrendPolicy)
  const most = Math.min(MOST_SERIES, MOST_VALUES / (permutations * Math.max(1, trend.nights.length)))
  return new Map(
    quietSeries(trend.series, analysis)
      .slice(0, Math.max(1, most))
      .map(i => [i, smallestStep(levels[i] as SeriesLevels, trend.series.length, defaultTrendPolicy)]),
  )
}
