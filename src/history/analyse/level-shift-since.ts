// Slow creep, which has no night to blame: how far the level has moved since a night, such as that of a release.

import type { LevelShift } from '../../model/index.ts'
import { tCritical } from '../../stats/distributions/continuous.ts'
import {
  effectiveDf,
  type LevelNoise,
  levelNoise,
  levelOf,
  meanVariance,
} from '../../stats/series/level-noise.ts'
import { type JudgedNights, judgedNights, type SeriesLevels } from './judged-nights.ts'
import type { FoundChange } from './same-change.ts'
import type { TrendPolicy } from './trend-policy.ts'

/** A level is the average of so many nights at most: two weeks even out a week's rhythm. */
const WINDOW = 14
/** A shorter stretch on one testbed is left out. */
const LEAST = 6

type Move = { before: number; change: number; variance: number }

/**
 * How far the level moved within [from, to), from the first nights of it to the last ones. No average crosses a step:
 * that of 14 nights would show a third of what happened five nights ago.
 */
function moveWithin(
  values: Float64Array,
  [from, to]: [number, number],
  { noise, steps }: { noise: LevelNoise; steps: number[] },
): Move {
  const most = Math.min(WINDOW, (to - from) >> 1)
  const inside = steps.filter(at => from < at && at < to)
  const first = Math.min(most, (inside[0] ?? to) - from)
  const last = Math.min(most, to - (inside.at(-1) ?? from))
  const before = levelOf(values, from, from + first)
  return {
    before,
    change: levelOf(values, to - last, to) - before,
    variance: meanVariance(noise, first) + meanVariance(noise, last),
  }
}

/** The stretches on one testbed from night `since` on that are long enough. */
function stretchesSince({ nights, testbedBreaks }: JudgedNights, since: number): [number, number][] {
  const start = nights.findIndex(night => night >= since)
  if (start < 0) return []
  const bounds = [start, ...testbedBreaks.filter(at => at > start), nights.length]
  return bounds
    .slice(1)
    .map((to, i): [number, number] => [bounds[i] as number, to])
    .filter(([from, to]) => to - from >= LEAST)
}

/**
 * How far the level of a series has moved since a night, steps included: on each testbed the average of the last nights
 * against that of the first ones, across none of `changePoints` (of the same nights). Moves at testbed changes do not count.
 * Null with fewer than 6 judged nights on any testbed, or where the level then is not positive.
 */
export function levelShiftSince(
  series: SeriesLevels,
  since: number,
  changePoints: FoundChange[],
  policy: TrendPolicy,
): LevelShift | null {
  const judged = judgedNights(series, policy.hampel)
  const steps = changePoints.map(change => judged.nights.indexOf(change.night)).filter(at => at > 0)
  const places = [...new Set([...steps, ...judged.testbedBreaks])].sort((x, y) => x - y)
  const noise = levelNoise(judged.values, places, policy.margin)
  const moves = stretchesSince(judged, since).map(stretch =>
    moveWithin(judged.values, stretch, { noise, steps }),
  )
  const [first] = moves
  if (!first || (judged.scale === 'linear' && !(first.before > 0))) return null
  const change = moves.reduce((sum, move) => sum + move.change, 0)
  const error = Math.sqrt(moves.reduce((sum, move) => sum + move.variance, 0))
  const reach = error === 0 ? 0 : tCritical(1 - policy.level, effectiveDf(noise)) * error
  const asRatio = (value: number) => 1 + (judged.scale === 'log' ? Math.expm1(value) : value / first.before)
  return {
    since,
    ratio: asRatio(change),
    interval: [Math.max(0, asRatio(change - reach)), asRatio(change + reach)],
  }
}
