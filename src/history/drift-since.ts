// Slow creep, which has no night to blame: how far the level has moved since a night, such as that of a release.
import {
  effectiveDf,
  type LevelNoise,
  levelNoise,
  levelOf,
  meanVariance,
  segmentsOf,
} from '../stats/level-noise.ts'
import { tCritical } from '../stats/t-distribution.ts'
import type { SeriesAnalysis } from './analyse-series.ts'
import { checkNights, type JudgedNights, judgedNights, type Night } from './judged-nights.ts'
import type { TrendPolicy } from './trend-policy.ts'

export type Drift = {
  /** level now / level then − 1, without the shifts at testbed changes; and its interval. */
  size: number
  interval: [number, number]
  /** The judged nights whose averages are compared, per side at most. */
  window: number
}

/** A level is the average of so many nights at most: two weeks even out a week's rhythm. */
const WINDOW = 14
/** With fewer nights in a stretch on one testbed nothing is said about it. */
const LEAST = 6

type Move = { change: number; variance: number; window: number }

/** How far the level moved within [from, to), from the first nights of it to the last ones. */
function moveWithin(values: Float64Array, from: number, to: number, noise: LevelNoise): Move {
  const window = Math.min(WINDOW, (to - from) >> 1)
  const change = levelOf(values, to - window, to) - levelOf(values, from, from + window)
  return { change, variance: 2 * meanVariance(noise, window), window }
}

/** The judged nights from `since` on. */
function judgedSince({ nights, values, testbedBreaks }: JudgedNights, since: number) {
  const start = nights.findIndex(night => night >= since)
  if (start < 0) return { values: new Float64Array(), breaks: [] }
  return {
    values: values.subarray(start),
    breaks: testbedBreaks.filter(at => at > start).map(at => at - start),
  }
}

/**
 * The drift of a series from night number `since` to the last one, steps included: the average of the last nights
 * against that of the first ones, on each testbed on its own. `analysis` is that of the same nights. Null with fewer
 * than 6 judged nights on any testbed, or where the level then is not positive. Throws an InputError for a value that
 * is no finite number.
 */
export function driftSince(
  nights: Night[],
  since: number,
  { changePoints }: Pick<SeriesAnalysis, 'changePoints'>,
  policy: TrendPolicy,
): Drift | null {
  checkNights(nights, 'the history')
  const judged = judgedNights(nights, policy.hampel)
  const { values, breaks } = judgedSince(judged, since)
  const stretches = segmentsOf(values.length, breaks).filter(([from, to]) => to - from >= LEAST)
  const [first] = stretches
  if (!first) return null
  const levels = [...changePoints.map(change => judged.nights.indexOf(change.night)), ...judged.testbedBreaks]
  const places = [...new Set(levels)].filter(at => at > 0).sort((x, y) => x - y)
  const noise = levelNoise(judged.values, places, policy.autocorrelationMargin)
  const moves = stretches.map(([from, to]) => moveWithin(values, from, to, noise))
  const change = moves.reduce((sum, move) => sum + move.change, 0)
  const error = Math.sqrt(moves.reduce((sum, move) => sum + move.variance, 0))
  const reach = error === 0 ? 0 : tCritical(1 - policy.level, effectiveDf(noise)) * error
  const before = levelOf(values, first[0], first[0] + (moves[0] as Move).window)
  if (judged.scale === 'linear' && !(before > 0)) return null
  const asSize = (value: number) => (judged.scale === 'log' ? Math.expm1(value) : value / before)
  return {
    size: asSize(change),
    interval: [asSize(change - reach), asSize(change + reach)],
    window: Math.max(...moves.map(move => move.window)),
  }
}
