// Finds the good direction of a metric from its unit alone, where the unit tells it.
import type { Better } from '../model/index.ts'
import { canonicalUnit, isRate, isTime } from '../units.ts'

/** Things that are worked on one after the other: less for each of them is better. */
const EACH =
  /^(?:op|iter|iteration|call|request|req|item|elem|element|row|run|loop|byte|B|msg|message|event|doc|record|query|token|packet|step)s?$/

/** Counts of what a program costs. */
const COSTS =
  /^(?:gas|cycles|instructions|instrs|allocs|allocations|(?:cache|branch)-misses|page-faults|errors|failures)$/

/**
 * `higher` for anything per second; `lower` for times, sizes, costs and anything per operation. Null where the unit does
 * not tell: a score, a percentage or a count may be either.
 */
export function betterDirection(unit: string): Better | null {
  const { unit: canonical } = canonicalUnit(unit)
  if (isRate(canonical)) return 'higher'
  if (isTime(canonical) || canonical === 'B' || COSTS.test(canonical)) return 'lower'
  const [, per] = canonical.split('/')
  return per !== undefined && EACH.test(per) ? 'lower' : null
}

/** The name of a metric that the output does not name. No name has two directions: a metric may have one only. */
export function metricNameOf(unit: string, better: Better): string {
  const { unit: canonical } = canonicalUnit(unit)
  if (better === 'higher') return isRate(canonical) ? 'rate' : 'score'
  if (isTime(canonical)) return 'time'
  return canonical === 'B' ? 'size' : 'value'
}
