// The points of k6 that count: all of them, or those from where the times of requests are steady on.
import { type LoadStart, since } from '../load/steady-load.ts'
import type { LoadFigures } from './metrics.ts'

/** The values of a metric, and when each was measured: milliseconds of the clock, NaN where that is not said. */
export type TimedValues = { values: number[]; at: number[] }

const paired = ({ values, at }: TimedValues) => values.map((value, i) => ({ value, at: at[i] as number }))

/** The values that count. */
export const steadyValues = (points: TimedValues, start: LoadStart | null): number[] =>
  since(start, paired(points), ({ at }) => at).map(({ value }) => value)

export const sumOf = (points: TimedValues, start: LoadStart | null = null): number =>
  steadyValues(points, start).reduce((sum, value) => sum + value, 0)

/** Rates are over the time that all points took which count; what failed counts from the first point on. */
export function figuresOf(
  { load, first }: { load: Map<string, TimedValues>; first: number | null },
  seconds: number,
  start: LoadStart | null,
): LoadFigures {
  const counting = seconds - Math.max(0, (start?.since ?? 0) - (first ?? 0)) / 1000
  const rate = (name: string) => {
    const found = load.get(name)
    return found && counting > 0 ? sumOf(found, start) / counting : null
  }
  const failed = load.get('http_req_failed')
  const checks = load.get('checks')
  return {
    requests: rate('http_reqs'),
    requestsFailed: failed ? { failed: sumOf(failed), total: failed.values.length } : null,
    checksFailed: checks
      ? { failed: checks.values.length - sumOf(checks), total: checks.values.length }
      : null,
    iterations: rate('iterations'),
  }
}
