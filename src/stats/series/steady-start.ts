// Where a series that begins too high gets steady: the truncation point of MSER (White 1997, Simulation 69), the one at which the
// mean of what is left has the smallest standard error. Beyond the middle it means that the series never gets steady (Hoad,
// Robinson & Davies 2010, J. Oper. Res. Soc. 61). MSER alone also cuts the noise of every second steady series, so what it leaves out
// has to lie above the rest by far more than chance explains. tests/stats/series/steady-start.test.ts simulates it.

import { linearRegression } from 'simple-statistics'
import { medianAbsoluteDeviation, NORMAL_MAD } from '../describe/spread.ts'
import { median } from '../describe/summary.ts'
import { levelNoise, meanVariance } from './level-noise.ts'

/** Fewer values do not show where a level begins. */
const SHORTEST = 20
/** A long series is judged by the medians of so many parts. */
const PARTS = 60
/** Standard errors by which the beginning lies above the rest. */
const CLEAR = 4
/** Standard errors of one value beyond which it counts as no farther away: one that was disturbed moves nothing. */
const FARTHEST = 4
/** Relative to the level: what lies nearer needs no cut. */
const SMALLEST = 0.01

type Part = { from: number; log: number }

function partsOf(values: number[]): Part[] {
  const count = Math.min(PARTS, values.length)
  return Array.from({ length: count }, (_, i) => {
    const [from, to] = [i, i + 1].map(each => Math.round((each * values.length) / count)) as [number, number]
    return { from, log: Math.log(median(values.slice(from, to))) }
  })
}

/** The number of leading values, `most` at most, without which the mean of the others has the smallest standard error. */
function leastError(values: number[], most: number): number {
  let best = { at: 0, error: Number.POSITIVE_INFINITY }
  let [sum, squares] = [0, 0]
  for (let at = values.length - 1; at >= 0; at--) {
    const value = values[at] as number
    sum += value
    squares += value * value
    const left = values.length - at
    const error = (squares - (sum * sum) / left) / left ** 2
    if (at <= most && error <= best.error) best = { at, error }
  }
  return best.at
}

const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** How far the first `count` values lie above the others. */
const excess = (values: number[], count: number) =>
  meanOf(values.slice(0, count)) - meanOf(values.slice(count))

/** The values around their straight line: what still falls is no noise. */
function detrended(values: number[]): Float64Array {
  const { m: slope, b: level } = linearRegression(values.map((value, i) => [i, value]))
  return Float64Array.from(values, (value, i) => value - level - slope * i)
}

/** Whether that is more than noise, which may be autocorrelated, explains. */
function isClear(values: number[], count: number): boolean {
  const rest = values.slice(count)
  const noise = levelNoise(detrended(rest), [], 1)
  const error = Math.sqrt(meanVariance(noise, count) + meanVariance(noise, rest.length))
  return excess(values, count) > CLEAR * error
}

/**
 * Finds how many leading values, all above 0, in the order in which they were measured and of which less is better, are of a
 * warm-up: 0 for a series that is always steady, null for one that never gets there. The rule sees one series: it is the same for
 * every run of either side.
 */
export function steadyStart(values: number[]): number | null {
  if (values.length < SHORTEST || !values.every(value => value > 0)) return 0
  const parts = partsOf(values)
  const logs = parts.map(({ log }) => log)
  const half = logs.length >> 1
  const level = median(logs.slice(half))
  const sd = NORMAL_MAD * medianAbsoluteDeviation(logs.slice(half))
  const scale = Math.max(sd, SMALLEST / 2)
  const near = logs.map(log => Math.max(-FARTHEST, Math.min(FARTHEST, (log - level) / scale)))
  const least = SMALLEST / scale
  // A few values at the end agree by chance.
  const best = leastError(near, half + (half >> 1))
  if (best === 0 || excess(near, best) <= least || !isClear(near, best)) return 0
  const count = best > half ? leastError(near, half) : best
  if (best > half && excess(near.slice(count), best - count) > least) return null
  return (parts[count] as Part).from
}
