// Finds steps that nobody could miss, without any change-point method. They are 5 % and ten robust standard deviations
// between the six to twenty sessions before and after, whose values do not overlap.
import type { RealSeries } from './parse.ts'

const LEAST_SIDE = 6
const MOST_SIDE = 20
const LEAST_CHANGE = Math.log(1.05)
const LEAST_DEVIATIONS = 10
/** More values than this nearer to the other level: the step is at another place, or there is none. */
const MOST_ASTRAY = 0.1

/** So many sessions on either side say whether a series jumps between the two levels all the time. */
const AROUND = 30
/** It does when the sessions between two jumps are fewer on average. At random they would be two. */
const LEAST_STAY = 4

/**
 * `at`: the position of the first value at the new level, among the values that are there. `alternates`: the values
 * around it jump between both levels every few sessions, so that it is one jump of many.
 */
export type GrossStep = { at: number; change: number; deviations: number; alternates: boolean }
/** `astray`: the share of values that lie nearer to the other side's level. */
type Candidate = Omit<GrossStep, 'alternates'> & { astray: number; between: number }

const quantile = (sorted: number[], share: number): number =>
  sorted[Math.round(share * (sorted.length - 1))] as number

function spreadOf(sorted: number[]): { middle: number; deviation: number } {
  const middle = quantile(sorted, 0.5)
  const deviations = sorted.map(value => Math.abs(value - middle)).toSorted((a, b) => a - b)
  return { middle, deviation: 1.4826 * quantile(deviations, 0.5) }
}

/** The step between two sides, or null where it is not gross. */
function grossStep(before: number[], after: number[], at: number): Candidate | null {
  const [a, b] = [before, after].map(side => side.toSorted((x, y) => x - y)) as [number[], number[]]
  const [low, high] = [spreadOf(a), spreadOf(b)]
  const change = high.middle - low.middle
  const [lower, upper] = change > 0 ? [a, b] : [b, a]
  if (quantile(lower, 0.9) >= quantile(upper, 0.1)) return null
  // Where values are rounded, half of them may be equal.
  const deviation = Math.max(Math.hypot(low.deviation, high.deviation) / Math.SQRT2, 1e-4)
  const deviations = Math.abs(change) / deviation
  if (Math.abs(change) < LEAST_CHANGE || deviations < LEAST_DEVIATIONS) return null
  const between = (low.middle + high.middle) / 2
  const isAbove = change > 0
  const wrong =
    before.filter(value => value > between === isAbove).length +
    after.filter(value => value < between === isAbove).length
  const astray = wrong / (before.length + after.length)
  return astray <= MOST_ASTRAY ? { at, change, deviations, astray, between } : null
}

/** Whether the values around a step are on either side of the middle `between` its levels for a few sessions only. */
function alternates(logs: number[], { at, between }: Candidate): boolean {
  const isAbove = logs.slice(Math.max(0, at - AROUND), at + AROUND).map(value => value > between)
  const jumps = isAbove.filter((above, i) => i > 0 && above !== isAbove[i - 1]).length
  return isAbove.length < LEAST_STAY * (jumps + 1)
}

/** The gross steps of a series, in order of time; of several within six sessions the one that fits best. */
export function grossSteps({ values }: Pick<RealSeries, 'values'>): GrossStep[] {
  const logs = values.flatMap(value => (value === null || value <= 0 ? [] : [Math.log(value)]))
  const found: Candidate[] = []
  for (let at = LEAST_SIDE; at <= logs.length - LEAST_SIDE; at++) {
    for (const side of [LEAST_SIDE, 10, MOST_SIDE]) {
      const step = grossStep(logs.slice(Math.max(0, at - side), at), logs.slice(at, at + side), at)
      if (step) found.push(step)
    }
  }
  const kept: Candidate[] = []
  for (const step of found.toSorted((a, b) => a.astray - b.astray || b.deviations - a.deviations)) {
    if (kept.every(other => Math.abs(other.at - step.at) > LEAST_SIDE)) kept.push(step)
  }
  return kept
    .toSorted((a, b) => a.at - b.at)
    .map(step => {
      const { at, change, deviations } = step
      return { at, change, deviations, alternates: alternates(logs, step) }
    })
}
