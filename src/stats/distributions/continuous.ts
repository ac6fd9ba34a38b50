// The normal, t and chi-square distributions: probabilities and quantiles near double precision, also far out in the
// tails. By the incomplete functions: NIST DLMF 7.11.1 and 8.2.4, Abramowitz & Stegun 26.7.1 and 26.5.27.

import { gammaln } from 'simple-statistics'
import { logBeta, regularisedBeta, regularisedGamma } from './special-functions.ts'

/** A monotone probability of x with its derivative. */
type Probability = (x: number) => { value: number; slope: number }

/** A Newton step on the log-log scale this small leaves an error of its square, below double precision. */
const LAST_STEP = 1e-9

/**
 * The x > 0 at which a monotone probability is `target`, from a first guess: Newton steps on the log-log scale, where the
 * tails of distributions are close to straight lines, kept inside a shrinking bracket by bisection.
 */
function invertProbability(probability: Probability, target: number, start: number): number {
  let low = Number.MIN_VALUE
  let high = Number.MAX_VALUE
  let x = Math.min(Math.max(start, low), high)
  for (let step = 0; step < 200; step++) {
    const { value, slope } = probability(x)
    const isBelow = value < target === slope > 0
    if (isBelow) low = x
    else high = x
    const change = (value / (slope * x)) * Math.log(target / value)
    const next = x * Math.exp(change)
    if (Math.abs(change) < LAST_STEP) return next
    x = next > low && next < high ? next : Math.sqrt(low) * Math.sqrt(high)
  }
  return x
}

/** A distribution that is symmetric around 0: P(|X| < x), P(|X| > x), and the slope of the first at 0. */
type Symmetric = { central: Probability; tails: Probability; slopeAtZero: number }

/** The x >= 0 with P(|X| < x) = `inside` = 1 − `outside`; solved for the smaller of the two, which has more digits. */
function criticalValue({ central, tails, slopeAtZero }: Symmetric, inside: number, outside: number): number {
  if (outside <= 0) return Number.POSITIVE_INFINITY
  if (inside <= 0) return 0
  return inside < outside
    ? invertProbability(central, inside, inside / slopeAtZero)
    : invertProbability(tails, outside, roughNormalCritical(outside))
}

/** The x with P(X < x) = p. */
function symmetricQuantile(distribution: Symmetric, p: number): number {
  return p < 0.5
    ? -criticalValue(distribution, 1 - 2 * p, 2 * p)
    : criticalValue(distribution, 2 * p - 1, 2 * (1 - p))
}

/** P(|Z| > |z|), the two-sided p-value of a standard normal statistic. */
export function normalTwoSidedP(z: number): number {
  return Number.isNaN(z) ? Number.NaN : regularisedGamma(0.5, (z * z) / 2).upper
}

/** The z > 0 with two-sided p-value p, to 5e-4 only: a first guess (Abramowitz & Stegun 26.2.23). */
function roughNormalCritical(p: number): number {
  const w = Math.sqrt(-2 * Math.log(p / 2))
  const numerator = 2.515517 + w * (0.802853 + w * 0.010328)
  return w - numerator / (1 + w * (1.432788 + w * (0.189269 + w * 0.001308)))
}

const normalDensity = (z: number) => Math.exp((-z * z) / 2) * Math.sqrt(2 / Math.PI)

const normal: Symmetric = {
  central: z => ({ value: regularisedGamma(0.5, (z * z) / 2).lower, slope: normalDensity(z) }),
  tails: z => ({ value: normalTwoSidedP(z), slope: -normalDensity(z) }),
  slopeAtZero: normalDensity(0),
}

/** The quantile of the standard normal distribution: the z with P(Z < z) = p. */
export function normalQuantile(p: number): number {
  return p >= 0 && p <= 1 ? symmetricQuantile(normal, p) : Number.NaN
}

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

/** Twice the density: the slope of P(|T| < t). */
function centralSlope(t: number, df: number): number {
  const ratio = t / Math.sqrt(df)
  const logKernel = Math.abs(ratio) < 1e8 ? Math.log1p(ratio * ratio) : 2 * Math.log(Math.abs(ratio))
  return 2 * Math.exp(-0.5 * Math.log(df) - logBeta(df / 2, 0.5) - ((df + 1) / 2) * logKernel)
}

function tDistribution(df: number): Symmetric {
  return {
    central: t => ({ value: centralProbability(t, df), slope: centralSlope(t, df) }),
    tails: t => ({ value: tTwoSidedP(t, df), slope: -centralSlope(t, df) }),
    slopeAtZero: centralSlope(0, df),
  }
}

/** The t >= 0 whose two-sided p-value is p (0 gives Infinity, 1 gives 0). */
export function tCritical(p: number, df: number): number {
  if (!(p >= 0 && p <= 1 && df > 0)) return Number.NaN
  return criticalValue(tDistribution(df), 1 - p, p)
}

/** The quantile of the t distribution: the t with P(T < t) = p. */
export function tQuantile(p: number, df: number): number {
  if (!(p >= 0 && p <= 1 && df > 0)) return Number.NaN
  return symmetricQuantile(tDistribution(df), p)
}

/** The x with P(X < x) = p for a chi-square variable; solved from the nearer end, starting from Wilson and Hilferty (1931). */
export function chiSquareQuantile(p: number, df: number): number {
  if (!(p >= 0 && p <= 1 && df > 0)) return Number.NaN
  if (p === 0) return 0
  if (p === 1) return Number.POSITIVE_INFINITY
  const shape = df / 2
  const density = (x: number) => Math.exp((shape - 1) * Math.log(x / 2) - x / 2 - gammaln(shape)) / 2
  const root = 1 - 2 / (9 * df) + normalQuantile(p) * Math.sqrt(2 / (9 * df))
  const nearZero = 2 * Math.exp((Math.log(p) + gammaln(shape + 1)) / shape)
  const start = root > 0.2 ? df * root ** 3 : nearZero
  const below = (x: number) => ({ value: regularisedGamma(shape, x / 2).lower, slope: density(x) })
  const above = (x: number) => ({ value: regularisedGamma(shape, x / 2).upper, slope: -density(x) })
  return p < 0.5 ? invertProbability(below, p, start) : invertProbability(above, 1 - p, start)
}
