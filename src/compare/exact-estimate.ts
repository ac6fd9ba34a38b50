// Deterministic metrics: all runs of both sides gave the same number a side, so equality itself is the answer.
import { exactComparison } from '../stats/exact-comparison.ts'
import { type Estimate, noEstimate } from './estimate.ts'

/** The estimate for two sides (raw values) of which neither varies, without a p; null when one does. */
export function exactEstimate(baseline: number[], candidate: number[]): Estimate | null {
  const exact = exactComparison(baseline, candidate)
  return exact && exactRatio(exact.ratio, exact.ratio, exact.ratio)
}

/** An exact ratio in the range of several; null without one. */
export function exactRatio(ratio: number | null, low: number | null, high: number | null): Estimate {
  if (ratio === null || low === null || high === null) {
    return noEstimate('the baseline is always zero, so there is no ratio')
  }
  const interval: [number, number] = [low, high]
  return { ...noEstimate(''), ratio, interval, equivalenceInterval: interval, hindrance: null }
}
