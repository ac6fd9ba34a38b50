// Student's t distribution: two-sided p-values and quantiles for any df > 0, also fractional.
// P(|T| > t) = I_x(df/2, 1/2) with x = df / (df + t²): Abramowitz & Stegun 26.7.1 and 26.5.27.
import { logBeta, regularisedBeta } from './incomplete-beta.ts'
import { invertProbability } from './invert-probability.ts'
import { roughNormalCritical } from './normal.ts'

/** P(|T| > |t|), the two-sided p-value of a t statistic; 1e-12 relative, also far out in the tails. */
export function tTwoSidedP(t: number, df: number): number {
  if (Number.isNaN(t) || !(df > 0)) return Number.NaN
  const square = t * t
  if (square > 1e17 * df) return farTail(Math.abs(t), df)
  return regularisedBeta(df / 2, 0.5, df / (df + square), square / (df + square))
}

/** The first term of the series, when all others are below double precision and t² may overflow. */
function farTail(t: number, df: number): number {
  return (2 / df) * Math.exp(df * (Math.log(df) / 2 - Math.log(t)) - logBeta(df / 2, 0.5))
}

/** P(|T| < |t|), precise near t = 0. */
function centralProbability(t: number, df: number): number {
  return regularisedBeta(0.5, df / 2, (t * t) / (df + t * t), df / (df + t * t))
}

function density(t: number, df: number): number {
  const ratio = t / Math.sqrt(df)
  const logKernel = Math.abs(ratio) < 1e8 ? Math.log1p(ratio * ratio) : 2 * Math.log(Math.abs(ratio))
  return Math.exp(-0.5 * Math.log(df) - logBeta(df / 2, 0.5) - ((df + 1) / 2) * logKernel)
}

/** The t > 0 that central probability `inside` = 1 − `outside` belongs to; the smaller one of both is used. */
function critical(inside: number, outside: number, df: number): number {
  if (outside <= 0) return Number.POSITIVE_INFINITY
  if (inside <= 0) return 0
  if (inside < outside) {
    const central = (t: number) => ({ value: centralProbability(t, df), slope: 2 * density(t, df) })
    return invertProbability(central, inside, inside / (2 * density(0, df)))
  }
  const tails = (t: number) => ({ value: tTwoSidedP(t, df), slope: -2 * density(t, df) })
  return invertProbability(tails, outside, roughNormalCritical(outside))
}

/** The t >= 0 whose two-sided p-value is p (0 gives Infinity, 1 gives 0). */
export function tCritical(p: number, df: number): number {
  if (!(p >= 0 && p <= 1 && df > 0)) return Number.NaN
  return critical(1 - p, p, df)
}

/** The quantile of the t distribution: the t with P(T < t) = p. */
export function tQuantile(p: number, df: number): number {
  if (!(p >= 0 && p <= 1 && df > 0)) return Number.NaN
  return p < 0.5 ? -critical(1 - 2 * p, 2 * p, df) : critical(2 * p - 1, 2 * (1 - p), df)
}
