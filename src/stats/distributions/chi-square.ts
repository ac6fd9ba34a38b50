// The chi-square distribution: probability below x, and quantile. P(X < x) = P(df/2, x/2): NIST DLMF 8.2.4.
import { gammaln } from 'simple-statistics'
import { regularisedGamma } from './incomplete-gamma.ts'
import { invertProbability } from './invert-probability.ts'
import { normalQuantile } from './normal.ts'

/** P(X < x) for a chi-square variable with df > 0. */
export function chiSquareCdf(x: number, df: number): number {
  return regularisedGamma(df / 2, x / 2).lower
}

/** The x with P(X < x) = p; solved from the nearer end, starting from Wilson and Hilferty (1931). */
export function chiSquareQuantile(p: number, df: number): number {
  if (!(p >= 0 && p <= 1 && df > 0)) return Number.NaN
  if (p === 0) return 0
  if (p === 1) return Number.POSITIVE_INFINITY
  const shape = df / 2
  const density = (x: number) => Math.exp((shape - 1) * Math.log(x / 2) - x / 2 - gammaln(shape)) / 2
  const root = 1 - 2 / (9 * df) + normalQuantile(p) * Math.sqrt(2 / (9 * df))
  const nearZero = 2 * Math.exp((Math.log(p) + gammaln(shape + 1)) / shape)
  const start = root > 0.2 ? df * root ** 3 : nearZero
  const below = (x: number) => ({ value: chiSquareCdf(x, df), slope: density(x) })
  const above = (x: number) => ({ value: regularisedGamma(shape, x / 2).upper, slope: -density(x) })
  return p < 0.5 ? invertProbability(below, p, start) : invertProbability(above, 1 - p, start)
}
