// The t-tests of two sides and of one sample. Welch (1947), Biometrika 34, with degrees of freedom after Satterthwaite
// (1946); Student (1908), Biometrika 6. A value is a run, never a measurement within one.
import { mean, sampleVariance } from 'simple-statistics'
import { tCritical, tQuantile, tTwoSidedP } from '../distributions/continuous.ts'

/** How sure a difference is: its standard error, the degrees of freedom of that, and the two-sided p of no difference. */
export type TTest = { difference: number; standardError: number; t: number; df: number; p: number }

/** Without any variance p is 1 for a difference of zero and 0 for any other; t is then 0 or infinite. */
export function tTest(difference: number, standardError: number, df: number): TTest {
  const t = difference === 0 ? 0 : difference / standardError
  return { difference, standardError, t, df, p: tTwoSidedP(t, df) }
}

/** The interval of the difference at a confidence level: zero is outside exactly when p < 1 − level. */
export function tInterval(
  { difference, standardError, df }: Pick<TTest, 'difference' | 'standardError' | 'df'>,
  level: number,
): [number, number] {
  const reach = tCritical(1 - level, df) * standardError
  return [difference - reach, difference + reach]
}

/** Mean and squared standard error; exact for constant values, where rounding would pass for variance. */
function moments(values: number[]): { centre: number; variance: number } {
  const first = values[0]
  if (first === undefined || values.length < 2)
    throw new RangeError(`a t-test needs at least two runs a side, got ${values.length}`)
  if (values.every(value => value === first)) return { centre: first, variance: 0 }
  return { centre: mean(values), variance: sampleVariance(values) / values.length }
}

/** Tests whether mean(b) differs from mean(a); at least two runs a side. Of constant sides the smaller one's df count. */
export function welch(a: number[], b: number[]): TTest {
  const [before, after] = [moments(a), moments(b)]
  const variance = before.variance + after.variance
  const [shareA, shareB] = [before.variance / variance, after.variance / variance]
  const df =
    variance === 0
      ? Math.min(a.length, b.length) - 1
      : 1 / (shareA ** 2 / (a.length - 1) + shareB ** 2 / (b.length - 1))
  return tTest(after.centre - before.centre, Math.sqrt(variance), df)
}

/** Tests whether the mean of at least two values, which is the difference, is zero. */
export function oneSampleT(values: number[]): TTest {
  const { centre, variance } = moments(values)
  return tTest(centre, Math.sqrt(variance), values.length - 1)
}

/** The shift found with this power at two-sided `alpha`: two t quantiles, near the noncentral t (Cohen 1988). */
export function detectableShift(
  { standardError, df }: Pick<TTest, 'standardError' | 'df'>,
  alpha: number,
  power: number,
): number {
  return (tCritical(alpha, df) + tQuantile(power, df)) * standardError
}
