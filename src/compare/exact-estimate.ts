// All runs of both sides gave the same number a side: for a deterministic metric equality itself is the answer.
import { exactComparison } from '../stats/exact-comparison.ts'
import { type Estimate, noEstimate } from './estimate.ts'

/** The estimate for two sides (raw values) of which neither varies, without a p; null when one does. */
export function exactEstimate(baseline: number[], candidate: number[]): Estimate | null {
  const exact = exactComparison(baseline, candidate)
  return exact && exactRatio(exact.ratio, exact.ratio, exact.ratio)
}

/** An exact ratio in the range of several; nulls for growth from nothing, which has none and is exact all the same. */
export function exactRatio(ratio: number | null, low: number | null, high: number | null): Estimate {
  if (ratio === null || low === null || high === null) return { ...noEstimate(''), hindrance: null }
  const interval: [number, number] = [low, high]
  return { ...noEstimate(''), ratio, interval, equivalenceInterval: interval, hindrance: null }
}

/** Equal times in every run are a coarse clock's doing, and prove nothing. */
export function coarseClock(): Estimate {
  return noEstimate('every run of a side took exactly the same time: the clock is too coarse')
}

/** An estimate for sides of which neither varies, else null. */
export function unvaryingEstimate(baseline: number[], candidate: number[], isTime: boolean): Estimate | null {
  const exact = exactEstimate(baseline, candidate)
  return exact && isTime ? coarseClock() : exact
}
