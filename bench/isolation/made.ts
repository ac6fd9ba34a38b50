// The result of several runs of one method.
import type { RunEvidence } from '../../src/model/index.ts'

/** The wall time of each run in milliseconds, and the kernel's counts of all of them, null where it does not count. */
export type Made = {
  milliseconds: number[]
  migrations: number | null
  voluntary: number | null
  involuntary: number | null
  /** Runs that stable-bench repeated because the machine had spoilt them. */
  repeated: number
}

const sum = (values: (number | null | undefined)[]) =>
  values.reduce<number | null>((total, value) => (total === null || value == null ? null : total + value), 0)

/** Sums up runs that the kernel has accounted. */
export function madeOf(evidence: RunEvidence[]): Made {
  return {
    milliseconds: evidence.map(each => each.wallTime / 1e6),
    migrations: sum(evidence.map(each => each.counters?.migrations)),
    voluntary: sum(evidence.map(each => each.voluntarySwitches)),
    involuntary: sum(evidence.map(each => each.involuntarySwitches)),
    repeated: evidence.filter(each => each.repeated !== undefined).length,
  }
}

/** Adds the runs of `made` to those of `to`. */
export function addMade(to: Made, made: Made): void {
  to.milliseconds.push(...made.milliseconds)
  to.repeated += made.repeated
  for (const key of ['migrations', 'voluntary', 'involuntary'] as const) to[key] = sum([to[key], made[key]])
}
