// The standard normal distribution: two-sided p-values and quantiles near double precision, also in the tails.
// P(|Z| > z) = Q(1/2, z²/2): NIST DLMF 7.11.1 with 8.2.
import { regularisedGamma } from './incomplete-gamma.ts'
import { invertProbability } from './invert-probability.ts'

/** P(|Z| > |z|), the two-sided p-value of a standard normal statistic. */
export function normalTwoSidedP(z: number): number {
  return Number.isNaN(z) ? Number.NaN : regularisedGamma(0.5, (z * z) / 2).upper
}

/** The z > 0 with two-sided p-value p, to 5e-4 only: a first guess (Abramowitz & Stegun 26.2.23). */
export function roughNormalCritical(p: number): number {
  const w = Math.sqrt(-2 * Math.log(p / 2))
  const numerator = 2.515517 + w * (0.802853 + w * 0.010328)
  return w - numerator / (1 + w * (1.432788 + w * (0.189269 + w * 0.001308)))
}

function critical(inside: number, outside: number): number {
  if (outside <= 0) return Number.POSITIVE_INFINITY
  if (inside <= 0) return 0
  const density = (z: number) => Math.exp((-z * z) / 2) * Math.sqrt(2 / Math.PI)
  if (inside < outside) {
    const central = (z: number) => ({ value: regularisedGamma(0.5, (z * z) / 2).lower, slope: density(z) })
    return invertProbability(central, inside, inside / density(0))
  }
  const tails = (z: number) => ({ value: normalTwoSidedP(z), slope: -density(z) })
  return invertProbability(tails, outside, roughNormalCritical(outside))
}

/** The quantile of the standard normal distribution: the z with P(Z < z) = p. */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) return Number.NaN
  return p < 0.5 ? -critical(1 - 2 * p, 2 * p) : critical(2 * p - 1, 2 * (1 - p))
}
