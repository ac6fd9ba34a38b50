// Finds single values far from their neighbours, which say nothing about a level. Hampel's identifier in a running
// window: Davies & Gather (1993), JASA 88; Pearson (2002), IEEE Trans. Control Syst. Technol. 10.
import { mean } from 'simple-statistics'
import { middle } from '../describe/order-statistics.ts'
import { NORMAL_MAD } from '../describe/spread.ts'

/** The standard deviation of normal values divided by their mean absolute deviation: √(π/2). */
const NORMAL_MEAN_AD = Math.sqrt(Math.PI / 2)

export type HampelSettings = {
  /** How many neighbours on either side (fewer at the ends) the median is taken over, besides the value itself. */
  halfWidth: number
  /** How many robust standard deviations from that median are too far. */
  cutoff: number
}

/** The median of values[from, to) but for number `without`, by insertion into `window`: too few for the built-in sort. */
function medianOf(
  values: Float64Array,
  [from, to, without]: [number, number, number],
  window: Float64Array,
): number {
  let size = 0
  for (let i = from; i < to; i++) {
    if (i === without) continue
    const value = values[i] as number
    let hole = size++
    for (; hole > 0 && (window[hole - 1] as number) > value; hole--) window[hole] = window[hole - 1] as number
    window[hole] = value
  }
  return ((window[(size - 1) >> 1] as number) + (window[size >> 1] as number)) / 2
}

/** The standard deviation of normal values divided by the upper quartile of their absolute deviations. */
const NORMAL_QUARTILE = 0.8693

/**
 * The standard deviation of normal values, from their distances from the middle. Where half of rounded values are alike the
 * median distance is next to nothing, and a single step would count as a spike. So the upper quartile counts where it says
 * more: a quarter of the values cannot be spikes.
 */
export function hampelScale(distances: Float64Array): number {
  const sorted = distances.toSorted()
  const quartile = sorted[Math.floor(0.75 * (sorted.length - 1))] as number
  return (
    Math.max(NORMAL_MAD * middle(sorted), NORMAL_QUARTILE * quartile) || NORMAL_MEAN_AD * mean([...distances])
  )
}

/** The fewest neighbours on one side that show where the level is. */
const LEAST_NEIGHBOURS = 2

/** So many values in a row are a level of their own. */
const LEVEL = 3

/**
 * A value this many times as near to a level elsewhere as to its neighbours visits it. With 10, real histories lose gross steps; with 100,
 * states with a little noise are announced as before.
 */
const VISIT = 20

/**
 * The median distance of n values is often too small, so the limit grows by this / n. By simulation with the settings of the
 * trend, 0.05 % of normal values are then spikes in series of 10, and 0.1 % in series of 5.
 */
const SMALL_SAMPLE = 4

type Apart = { besides: number[]; values: Float64Array; distances: Float64Array }

/** Those of the `spikes` that are at the height of one of the values `besides` them, with as many others as make a level. */
function visitsAmong(spikes: number[], { besides, values, distances }: Apart): Set<number> {
  const visitsOf = (level: number) =>
    spikes.filter(
      i => VISIT * Math.abs((values[i] as number) - (values[level] as number)) <= (distances[i] as number),
    )
  return new Set(
    besides
      .map(visitsOf)
      .filter(({ length }) => length >= LEVEL)
      .flat(),
  )
}

/**
 * The indices of the values that are too far from all three medians: the running one, and those of the neighbours before and
 * after, so that the first value at a new level is no spike. The scale is that of the distances from the running median of
 * the other values. A new level of one or two values at the end looks like spikes. Three values or more at the height of a
 * level of a few are visits of it, and no spikes: without them a number that is another one in every tenth night would keep
 * only those nights that happen to follow each other.
 */
export function hampelSpikes(values: Float64Array, { halfWidth, cutoff }: HampelSettings): number[] {
  const n = values.length
  if (n < 2) return []
  const window = new Float64Array(2 * halfWidth + 1)
  const distance = (i: number, from: number, to: number, without = -1) =>
    Math.abs((values[i] as number) - medianOf(values, [from, to, without], window))
  const around = (i: number): [number, number] => [Math.max(0, i - halfWidth), Math.min(n, i + halfWidth + 1)]
  const apart = values.map((_, i) => distance(i, ...around(i), i))
  const scale = hampelScale(apart)
  const limit = cutoff * scale * (1 + SMALL_SAMPLE / n)
  const distances = values.map((_, i) => distance(i, ...around(i)))
  const isFar = (i: number, from: number, to: number) =>
    to - from < LEAST_NEIGHBOURS || distance(i, from, to) > limit
  // Values in a row that are nearer to it than to the values around them are a level, however short.
  const rowOf = (i: number) => {
    const [value, around_] = [values[i] as number, medianOf(values, [...around(i), -1], window)]
    const isLike = (j: number) => {
      const other = values[j]
      return other !== undefined && Math.abs(other - value) < Math.abs(other - around_)
    }
    let [from, to] = [i, i + 1]
    while (isLike(from - 1)) from--
    while (isLike(to)) to++
    return to - from
  }
  const isOff = (i: number) => (distances[i] as number) > limit
  const isSpike = (i: number) =>
    isOff(i) &&
    rowOf(i) < LEVEL &&
    isFar(i, Math.max(0, i - halfWidth), i) &&
    isFar(i, i + 1, Math.min(n, i + halfWidth + 1))
  const off = [...distances.keys()].filter(isOff)
  const spikes = off.filter(isSpike)
  const besides = off.filter(i => !spikes.includes(i) && rowOf(i) <= halfWidth)
  const visits = visitsAmong(spikes, { besides, values, distances })
  return spikes.filter(i => !visits.has(i))
}
