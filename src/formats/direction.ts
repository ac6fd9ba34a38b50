// Finds the good direction of a metric from its unit alone, where the unit tells it.
import type { Better } from '../model/index.ts'
import { canonicalUnit, isTime } from '../units.ts'

/**
 * `higher` for anything per second; `lower` for times, sizes and counts per operation. Null where the unit does not
 * tell: a score, a percentage or a count may be either.
 */
export function betterDirection(unit: string): Better | null {
  const { unit: canonical } = canonicalUnit(unit)
  if (isTime(canonical) || canonical === 'B') return 'lower'
  const [, per] = canonical.split('/')
  if (per === 's') return 'higher'
  return per === undefined || !/^(?:op|iter|call|request)s?$/.test(per) ? null : 'lower'
}

/** The name of a metric that the output does not name. No name has two directions: a metric may have one only. */
export function metricNameOf(unit: string, better: Better): string {
  const { unit: canonical } = canonicalUnit(unit)
  if (better === 'higher') return canonical.endsWith('/s') ? 'rate' : 'score'
  if (isTime(canonical)) return 'time'
  return canonical === 'B' ? 'size' : 'value'
}
