// Turns the steps that a search has found into change points with their night and size, and leaves out the small ones.
import type { LevelSegment } from '../../model/index.ts'
import { tCritical } from '../../stats/distributions/continuous.ts'
import {
  effectiveDf,
  type LevelNoise,
  levelNoise,
  levelOf,
  meanVariance,
  segmentsOf,
} from '../../stats/series/level-noise.ts'
import { likeliestStep, stepRange } from '../../stats/series/step-range.ts'
import type { FoundStep } from '../../stats/series/step-search.ts'
import type { JudgedNights } from './judged-nights.ts'
import { type SettledPlace, type StepPlace, searchBreaks, settled } from './near-testbed-change.ts'
import type { FoundChange } from './same-change.ts'
import type { TrendPolicy } from './trend-policy.ts'

/** The positions between which the place number `i` lies. */
function stretchAround(places: { at: number }[], i: number, length: number): [number, number] {
  return [places[i - 1]?.at ?? 0, places[i + 1]?.at ?? length]
}

/** Each step where it fits best between its neighbours. */
function relocated(places: StepPlace[], values: Float64Array, minSide: number): StepPlace[] {
  const moved = [...places]
  moved.forEach((place, i) => {
    if (place.testbed !== null) return
    moved[i] = { ...place, at: likeliestStep(values, stretchAround(moved, i, values.length), minSide) }
  })
  return moved
}

/** The levels between which place number `i` lies, with the numbers of their values. */
function levelsAround(values: Float64Array, places: { at: number }[], i: number) {
  const [from, to] = stretchAround(places, i, values.length)
  const at = (places[i] as { at: number }).at
  const sides: [number, number] = [at - from, to - at]
  return { from, at, to, sides, before: levelOf(values, from, at), after: levelOf(values, at, to) }
}

/** The change of level at place number `i`, as a fraction of the level before; infinite from zero. */
function relativeSize({ values, scale }: JudgedNights, places: { at: number }[], i: number): number {
  const { before, after } = levelsAround(values, places, i)
  return scale === 'log' ? Math.expm1(after - before) : (after - before) / Math.abs(before)
}

/** Leaves out the smallest step below `minSize` until there is none; testbed changes stay. */
function largeEnough(
  judged: JudgedNights,
  found: StepPlace[],
  { minSize, minSide }: TrendPolicy,
): StepPlace[] {
  let places = relocated(found, judged.values, minSide)
  for (;;) {
    const sizes = places.map((place, i) =>
      place.testbed !== null ? Number.POSITIVE_INFINITY : Math.abs(relativeSize(judged, places, i)),
    )
    const smallest = Math.min(...sizes, Number.POSITIVE_INFINITY)
    if (!(smallest < minSize)) return places
    places = relocated(
      places.filter((_, i) => i !== sizes.indexOf(smallest)),
      judged.values,
      minSide,
    )
  }
}

/** A spike right before the first judged night of a level may have been its first night. */
function firstPossible({ nights, spikes }: JudgedNights, at: number): number {
  const [before, first] = [nights[at - 1] ?? -1, nights[at] as number]
  return spikes.find(spike => before < spike && spike < first) ?? first
}

/** The places, each with its cause settled. */
function settledPlaces(values: Float64Array, found: StepPlace[], policy: TrendPolicy): SettledPlace[] {
  const places: (StepPlace | SettledPlace)[] = [...found]
  return found.map(({ at, p, testbed }, i) => {
    const place =
      testbed === null
        ? { at, p, testbedChanged: false, range: null }
        : settled(values, { places, i }, policy)
    places[i] = place
    return place
  })
}

/** The size of a step between two levels of these lengths is this far from the truth at most, at this confidence. */
function reachOf(noise: LevelNoise, [before, after]: [number, number], level: number): number {
  const error = Math.sqrt(meanVariance(noise, before) + meanVariance(noise, after))
  return error === 0 ? 0 : tCritical(1 - level, effectiveDf(noise)) * error
}

/**
 * The noise around place number `i`: that of the whole series, or that of its own two levels where these say more. A
 * noisy time, and a step that the search does not find, say nothing about nights far away.
 */
function noiseAround({ judged: { values }, places, noise, policy }: SettledSteps, i: number): LevelNoise {
  const { from, to, sides } = levelsAround(values, places, i)
  const own = levelNoise(values.subarray(from, to), [sides[0]], policy.margin)
  return reachOf(own, sides, policy.level) < reachOf(noise, sides, policy.level) ? own : noise
}

type SettledSteps = { judged: JudgedNights; places: SettledPlace[]; noise: LevelNoise; policy: TrendPolicy }

function changePointAt(steps: SettledSteps, i: number): FoundChange {
  const { judged, places, policy } = steps
  const { nights, values, scale, better } = judged
  const { p, testbedChanged, range: known } = places[i] as SettledPlace
  const { from, at, to, sides, before, after } = levelsAround(values, places, i)
  const change = after - before
  const noise = noiseAround(steps, i)
  const reach = reachOf(noise, sides, policy.level)
  const range =
    known ?? stepRange(values, [from, to], { noise, minSide: policy.minSide, level: policy.level })
  const asRatio = (value: number) => 1 + (scale === 'log' ? Math.expm1(value) : value / before)
  const hasRatio = scale === 'log' || before > 0
  return {
    night: nights[at] as number,
    lastGood: nights[at - 1] as number,
    range: [firstPossible(judged, range[0]), nights[range[1]] as number],
    direction: change > 0 === (better === 'lower') ? 'worse' : 'better',
    ratio: hasRatio ? asRatio(change) : Number.POSITIVE_INFINITY,
    interval: hasRatio ? [Math.max(0, asRatio(change - reach)), asRatio(change + reach)] : null,
    p,
    testbedChanged,
    nightsAfter: values.length - at,
  }
}

export type SeriesFindings = {
  /** In order of time. */
  changePoints: FoundChange[]
  /** Nights that are too far from their neighbours: shown and not judged. */
  spikes: number[]
  segments: LevelSegment[]
}

/** The change points and the levels between them, from the steps that a search has found. */
export function seriesFindings(
  judged: JudgedNights,
  steps: FoundStep[],
  policy: TrendPolicy,
): SeriesFindings {
  const { values, nights, scale, testbedBreaks } = judged
  // Steps so near to a testbed change are left out here: their cause is settled below.
  const isBesideTestbed = (at: number) => testbedBreaks.some(own => Math.abs(own - at) < policy.minSide)
  const found = [
    ...steps.filter(({ at }) => !isBesideTestbed(at)).map(({ at, p }) => ({ at, p, testbed: null })),
    ...searchBreaks(judged, policy.minSide).map((at, i) => ({
      at,
      p: 1,
      testbed: testbedBreaks[i] as number,
    })),
  ].sort((x, y) => x.at - y.at)
  const places = settledPlaces(values, largeEnough(judged, found, policy), policy)
  const breaks = places.map(place => place.at)
  const noise = levelNoise(values, breaks, policy.margin)
  const context = { judged, places, noise, policy }
  const changePoints = places
    .map((_, i) => changePointAt(context, i))
    .filter((change, i) => {
      if (places[i]?.range === null) return true
      return change.p <= policy.alpha && Math.abs(relativeSize(judged, places, i)) >= policy.minSize
    })
  const segments = segmentsOf(values.length, breaks).map(([from, to]) => {
    const level = levelOf(values, from, to)
    const asLevel = scale === 'log' ? Math.exp(level) : level
    return { from: nights[from] as number, to: nights[to - 1] as number, level: asLevel }
  })
  return { changePoints, segments: values.length === 0 ? [] : segments, spikes: judged.spikes }
}
