// Decides what moved the level near a testbed change: the machine, or a commit of the nights right before or after it.
// A commit is blamed only where the machine's own night is ruled out.

import { tTwoSidedP } from '../../stats/distributions/continuous.ts'
import {
  effectiveDf,
  type LevelNoise,
  levelNoise,
  levelOf,
  meanVariance,
} from '../../stats/series/level-noise.ts'
import { likeliestStep, stepRange } from '../../stats/series/step-range.ts'
import type { JudgedNights } from './judged-nights.ts'
import type { TrendPolicy } from './trend-policy.ts'

/** A place of a step; `testbed` is where the testbed changed next to it, null where it did not. Positions of nights. */
export type StepPlace = { at: number; p: number; testbed: number | null }

/** A place whose cause is settled: `range` is given where the machine may be the cause, or was ruled out. */
export type SettledPlace = { at: number; p: number; testbedChanged: boolean; range: [number, number] | null }

/** The machine's own night is ruled out when it lies outside of the range of the first night at this confidence. */
const SURE = 0.999
/** Below this p, the nights between the machine's and the likeliest one are a level of their own: both moved it. */
const BOTH = 0.01
/** The nights on either side that show where the level moves near a testbed change. */
const AROUND = 10

/** The part of the sum of squares in [from, to) that a step before `at` explains. */
function squaresTaken(values: Float64Array, [from, to]: [number, number], at: number): number {
  const difference = levelOf(values, at, to) - levelOf(values, from, at)
  return (difference ** 2 * (at - from) * (to - at)) / (to - from)
}

/**
 * The places at which the search splits a series, one for each testbed change: at the largest step so near to it that the
 * search could not find it. A split at the change itself could leave nights on the wrong side of a commit's step.
 */
export function searchBreaks({ values, testbedBreaks }: JudgedNights, minSide: number): number[] {
  const places: number[] = []
  testbedBreaks.forEach((own, i) => {
    const [before, after] = [places.at(-1) ?? 0, testbedBreaks[i + 1] ?? values.length]
    const around: [number, number] = [Math.max(before, own - AROUND), Math.min(after, own + AROUND)]
    const [first, last] = [Math.max(around[0] + 1, own - minSide + 1), Math.min(around[1], own + minSide)]
    let best = own
    for (let at = first; at < last; at++) {
      if (squaresTaken(values, around, at) > squaresTaken(values, around, best)) best = at
    }
    places.push(best)
  })
  return places
}

/** The two-sided p-value of Student's t that [from, at) and [at, to) are of one level. */
function levelP(values: Float64Array, [from, at, to]: [number, number, number], noise: LevelNoise): number {
  const change = levelOf(values, at, to) - levelOf(values, from, at)
  const error = Math.sqrt(meanVariance(noise, at - from) + meanVariance(noise, to - at))
  return error === 0 ? Number(change === 0) : tTwoSidedP(change / error, effectiveDf(noise))
}

/**
 * Settles the cause of place number `i`, next to a testbed change. Its p is that of the machine's own night: no search chose
 * that one. A commit is blamed when that night is ruled out, and the nights between are no level of their own.
 */
export function settled(
  values: Float64Array,
  { places, i }: { places: (StepPlace | SettledPlace)[]; i: number },
  { margin, alpha, level, minSide }: TrendPolicy,
): SettledPlace {
  const { at, testbed } = places[i] as StepPlace
  const [from, to] = [places[i - 1]?.at ?? 0, places[i + 1]?.at ?? values.length]
  const own = testbed !== null && from < testbed && testbed < to ? testbed : at
  const noiseAt = (place: number) => {
    const breaks = places.map((each, k) => (k === i ? place : each.at))
    return levelNoise(values, breaks, margin)
  }
  // Noise around the place that the search found: around `own`, misassigned nights would count as noise.
  const p = levelP(values, [from, own, to], noiseAt(from < at && at < to ? at : own))
  if (p > alpha) return { at: own, p, testbedChanged: true, range: [own, own] }
  const best = likeliestStep(values, [from, to], 1)
  const noise = noiseAt(best)
  const range = stepRange(values, [from, to], { noise, minSide: 1, level })
  const wide = stepRange(values, [from, to], { noise, minSide: 1, level: SURE })
  const isIn = wide[0] <= own && own <= wide[1]
  const moved: [number, number, number] = best > own ? [from, own, best] : [best, own, to]
  if (isIn || levelP(values, moved, noise) <= BOTH)
    return { at: own, p, testbedChanged: true, range: [Math.min(range[0], own), Math.max(range[1], own)] }
  // So few nights may be spikes, as elsewhere: later nights will show.
  const isTooNew = Math.min(best - from, to - best) < minSide
  return { at: best, p: isTooNew ? 1 : p, testbedChanged: false, range }
}
