// The t-tests of two sides and of one sample. Welch (1947), Biometrika 34, with degrees of freedom after Satterthwaite
// (1946); Student (1908), Biometrika 6. A value is a run, never a measurement within one.
import { mean, sampleVariance } from 'simple-statistics'
import { tCritical, tQuantile, tTwoSidedP } from '../distributions/continuous.ts'

type Welch = { difference: number; standardError: number; t: number; df: number; p: number }

/** Mean and squared standard error; exact for a constant side, where rounding would pass for variance. */
function moments(values: number[]): { centre: number; variance: number } {
  const first = values[0]
  if (first === undefined || values.length < 2) {
    throw new RangeError(`Welch's test needs at least two runs a side, got ${values.length}`)
  }
  if (values.every(value => value === first)) return { centre: first, variance: 0 }
  const centre = mean(values)
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0)
  return { centre, variance: squares / (values.length - 1) / values.length }
}

/**
 * Tests whether mean(b) − mean(a) differs from `shift`. Takes one number per run, at least two a side; gives
 * difference = mean(b) − mean(a) − shift with its standard error, t, df and the two-sided p. When both sides
 * are constant p is 1 for a difference of zero and 0 for any other (t is then 0 or infinite, df the smaller side's).
 */
export function welch(a: number[], b: number[], shift = 0): Welch {
  const [sideA, sideB] = [moments(a), moments(b)]
  const difference = sideB.centre - sideA.centre - shift
  const variance = sideA.variance + sideB.variance
  const standardError = Math.sqrt(variance)
  if (variance === 0) {
    const t = difference === 0 ? 0 : difference / 0
    return { difference, standardError, t, df: Math.min(a.length, b.length) - 1, p: difference === 0 ? 1 : 0 }
  }
  const shareA = sideA.variance / variance
  const shareB = sideB.variance / variance
  const df = 1 / (shareA ** 2 / (a.length - 1) + shareB ** 2 / (b.length - 1))
  const t = difference / standardError
  return { difference, standardError, t, df, p: tTwoSidedP(t, df) }
}

type OneSampleT = { mean: number; standardError: number; t: number; df: number; p: number }

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

/**
 * The shift that a t test finds with probability `power` at two-sided `alpha`, where `scale` is the standard error of
 * the difference: the sum of two t quantiles, an approximation to the noncentral t (Cohen 1988).
 */
export function detectableShift(
  { scale, df }: { scale: number; df: number },
  alpha: number,
  power: number,
): number {
  return (tCritical(alpha, df) + tQuantile(power, df)) * scale
}
