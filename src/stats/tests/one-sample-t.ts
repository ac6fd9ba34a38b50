// Student's t-test of one sample (1908, Biometrika 6), here of the differences between the runs of a pair.
import { mean, sampleVariance } from 'simple-statistics'
import { tTwoSidedP } from '../distributions/t.ts'

export type OneSampleT = { mean: number; standardError: number; t: number; df: number; p: number }

/**
 * Tests whether the mean of at least two values differs from `shift`; gives mean = mean(values) − shift with
 * its standard error, t, df and the two-sided p. Constant values have a p of 1 when they are `shift` and 0
 * otherwise.
 */
export function oneSampleT(values: number[], shift = 0): OneSampleT {
  const first = values[0]
  if (first === undefined || values.length < 2) {
    throw new RangeError(`a one-sample t-test needs at least two values, got ${values.length}`)
  }
  const df = values.length - 1
  // The mean of a constant may be a rounding away from it, and would pass for variance.
  const isConstant = values.every(value => value === first)
  const difference = (isConstant ? first : mean(values)) - shift
  const standardError = isConstant ? 0 : Math.sqrt(sampleVariance(values) / values.length)
  const t = difference === 0 ? 0 : difference / standardError
  return { mean: difference, standardError, t, df, p: tTwoSidedP(t, df) }
}
