// Change points as Apache Otava 0.8 finds them: E-divisive in overlapping windows with Student's t-test in place of
// the permutation test, weak points merged afterwards. Fleming et al. (2023), ICPE '23 companion. Kept compatible
// with the program where the papers differ, also in what is questionable: the t-test takes the population's
// standard deviations for the sample's, and its p-value ignores that the place was chosen.
import { mean, variance } from 'simple-statistics'
import { energySplit } from './energy-split.ts'
import { segmentsOf } from './level-noise.ts'
import { tTwoSidedP } from './t-distribution.ts'

export type OtavaSettings = { windowLength: number; maxP: number; minMagnitude: number }

/** Otava's own defaults. */
export const otavaDefaults: OtavaSettings = { windowLength: 50, maxP: 0.001, minMagnitude: 0 }

/** The first index of the new level, Otava's p, and its magnitude: the larger relative change of the two directions. */
export type OtavaPoint = { at: number; p: number; magnitude: number }

function studentP(left: number[], right: number[]): number {
  const [m, n] = [left.length, right.length]
  if (m + n <= 2) return 1
  const squares = (m - 1) * variance(left) + (n - 1) * variance(right)
  const scale = Math.sqrt((squares / (m + n - 2)) * (1 / m + 1 / n))
  return tTwoSidedP((mean(left) - mean(right)) / scale, m + n - 2)
}

function magnitudeOf(left: number[], right: number[]): number {
  const [before, after] = [mean(left), mean(right)]
  const change = (from: number, to: number) => (from === 0 ? 0 : Math.abs(to / from - 1))
  return Math.max(change(before, after), change(after, before))
}

function pointAt(values: number[], from: number, at: number, to: number): OtavaPoint {
  const [left, right] = [values.slice(from, at), values.slice(at, to)]
  return { at, p: studentP(left, right), magnitude: magnitudeOf(left, right) }
}

/** The point at place number `i`, tested between its neighbours. */
function pointNumber(values: number[], places: number[], i: number): OtavaPoint {
  return pointAt(values, places[i - 1] ?? 0, places[i] as number, places[i + 1] ?? values.length)
}

/** Divides one window until the best split anywhere in it is not significant. */
function divide(values: number[], maxP: number): number[] {
  const places: number[] = []
  for (;;) {
    const splits = segmentsOf(values.length, places)
      .filter(([from, to]) => to - from > 1)
      .map(([from, to]) => ({ from, to, ...energySplit(values.slice(from, to)) }))
    const first = splits[0]
    if (!first) return places
    const best = splits.reduce((most, split) => (split.q > most.q ? split : most), first)
    const { at, p } = pointAt(values, best.from, best.from + best.at, best.to)
    // Not >: what cannot be tested (NaN) is not significant.
    if (!(p <= maxP)) return places
    places.push(at)
    places.sort((x, y) => x - y)
  }
}

function weakPlaces(values: number[], windowLength: number, maxP: number): number[] {
  const places = new Set<number>()
  let start = 0
  while (start < values.length) {
    const found = divide(values.slice(start, start + windowLength), maxP).map(at => start + at)
    for (const at of found) places.add(at)
    start = Math.max(found.at(-1) ?? 0, start + Math.floor(windowLength / 2))
  }
  return [...places].sort((x, y) => x - y)
}

/** The weak points are tested at a level as much laxer as Otava has it. */
function weakP(maxP: number): number {
  if (maxP < 0.05) return maxP * 10
  return maxP < 0.5 ? maxP * 2 : maxP
}

/** The index of the one to be removed next: the least significant, or else the smallest; null ends it. */
function weakest(points: OtavaPoint[], { maxP, minMagnitude }: OtavaSettings): number | null {
  const [first] = points
  if (!first) return null
  const doubtful = points.reduce((most, point) => (point.p > most.p ? point : most), first)
  if (!(doubtful.p < maxP)) return points.indexOf(doubtful)
  const smallest = points.reduce((least, point) => (point.magnitude < least.magnitude ? point : least), first)
  return smallest.magnitude > minMagnitude ? null : points.indexOf(smallest)
}

/** Otava's change points of `values` (raw, no logarithms), in order of time. */
export function otavaChangePoints(values: number[], settings: OtavaSettings = otavaDefaults): OtavaPoint[] {
  const { windowLength, maxP } = settings
  if (!(windowLength >= 2)) throw new RangeError(`a window needs at least 2 values, got ${windowLength}`)
  const places = weakPlaces(values, windowLength, weakP(maxP))
  const points = places.map((_, i) => pointNumber(values, places, i))
  for (;;) {
    const removed = weakest(points, settings)
    if (removed === null) return points
    points.splice(removed, 1)
    places.splice(removed, 1)
    // Otava tests the next two points anew, not the one before, whose right side has changed as well.
    for (const i of [removed, removed + 1]) {
      if (i < points.length) points[i] = pointNumber(values, places, i)
    }
  }
}
