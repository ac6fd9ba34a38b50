// The settings of the nightly trend. The defaults are calibrated: docs/change-points.md, bench/trend.
import type { HampelSettings } from '../../stats/series/hampel.ts'
import type { SearchSettings } from '../../stats/series/step-search.ts'

/** The terms of a search of one series, and those of all. */
export type TrendPolicy = Omit<SearchSettings, 'exceedances' | 'clear'> & {
  /** The significance level at which a change point of nights that have ended stays: each stretch of them is a look. */
  sureAlpha: number
  /** The significance level at which a change point is announced: stricter, because every night is another look. */
  announceAlpha: number
  /** The fewest judged nights from the change on before it is announced. */
  announceNights: number
  /**
   * A change all of whose possible first nights are older than so many nights is announced to nobody. Small steps and those
   * in autocorrelated noise take more than a month until they are sure.
   */
  recentNights: number
  /** Smaller changes are not reported, as a fraction of the level before. */
  minSize: number
  /** The share of false ones tolerated among the change points of all series, and among the announced ones. */
  falseDiscoveryRate: number
  /** Fewer judged nights are not analysed. */
  minNights: number
  hampel: HampelSettings
  /** The most series made to test a change point, where many series make it necessary; `permutations` is the usual number. */
  maxPermutations: number
  seed: number
  /** The confidence of size intervals and of ranges of nights. */
  level: number
}

export const defaultTrendPolicy: TrendPolicy = {
  alpha: 0.001,
  describedAlpha: 0.01,
  knownAlpha: 0.1,
  sureAlpha: 0.00001,
  announceAlpha: 0.0001,
  announceNights: 4,
  recentNights: 60,
  minSize: 0.01,
  falseDiscoveryRate: 0.05,
  minNights: 10,
  minSide: 3,
  margin: 2,
  maxSteps: 30,
  hampel: { halfWidth: 5, cutoff: 4 },
  permutations: 999,
  maxPermutations: 199_999,
  seed: 1,
  level: 0.95,
}
