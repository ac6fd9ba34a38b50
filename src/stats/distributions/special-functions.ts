// The regularised incomplete beta and gamma functions and the logarithm of the beta function, near double precision.
// NIST DLMF 8.17.22 (continued fraction, modified Lentz), 5.11.1 (Stirling's series), 8.11.4 (series of gamma) and
// 8.9.2 (its continued fraction).
import { gammaln } from 'simple-statistics'

const { exp, log, log1p, max, min } = Math

const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360]
const LARGE = 15
const EPSILON = 2 ** -51

/** The remainder of Stirling's formula, lnΓ(x) − ((x − ½)·ln x − x + ½·ln 2π), for x >= 15 (DLMF 5.11.1). */
function stirlingRemainder(x: number): number {
  return STIRLING.reduceRight((sum, coefficient) => sum / (x * x) + coefficient, 0) / x
}

/**
 * ln B(a, b) for positive a and b. The difference of two large `gammaln` would lose digits, so the larger argument
 * is raised until Stirling's formula holds, and its large terms are cancelled by hand.
 */
export function logBeta(a: number, b: number): number {
  if (a === latest.a && b === latest.b) return latest.value
  const found = a === former.a && b === former.b ? former : { a, b, value: computedLogBeta(a, b) }
  former = latest
  latest = found
  return found.value
}

/** Kept because a search asks for the same distribution, or the same two in turn, again and again. */
let latest = { a: Number.NaN, b: Number.NaN, value: Number.NaN }
let former = latest

function computedLogBeta(a: number, b: number): number {
  const small = min(a, b)
  let large = max(a, b)
  let raised = 1
  for (; large < LARGE; large++) raised *= (large + small) / large
  const remainders = stirlingRemainder(large) - stirlingRemainder(large + small)
  const ratio = small - small * log(large) - (large + small - 0.5) * log1p(small / large)
  return gammaln(small) + log(raised) + ratio + remainders
}

/** Whether a factor no longer changes a product in double precision. */
function isOne(factor: number): boolean {
  return factor > 1 - EPSILON && factor < 1 + EPSILON
}

/** The continued fraction of DLMF 8.17.22, which converges fast for x < (a + 1) / (a + b + 2). */
function continuedFraction(a: number, b: number, x: number): number {
  let c = 1
  let d = 1 / (1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let k = 1; k < 100_000; k++) {
    const even = (k * (b - k) * x) / ((a + 2 * k - 1) * (a + 2 * k))
    d = 1 / (1 + even * d)
    c = 1 + even / c
    fraction *= d * c
    const odd = (-(a + k) * (a + b + k) * x) / ((a + 2 * k) * (a + 2 * k + 1))
    d = 1 / (1 + odd * d)
    c = 1 + odd / c
    fraction *= d * c
    if (isOne(d * c)) break
  }
  return fraction
}

/** I_x(a, b) for positive a and b. The caller knows `y` = 1 − x without cancellation: near x = 1 all the digits are in there. */
export function regularisedBeta(a: number, b: number, x: number, y: number): number {
  if (x <= 0) return 0
  if (y <= 0) return 1
  return x > (a + 1) / (a + b + 2) ? 1 - fastSide(b, a, y, x) : fastSide(a, b, x, y)
}

/** I_x(a, b) on the side where the continued fraction converges fast; it is still right a rounding beyond. */
function fastSide(a: number, b: number, x: number, y: number): number {
  const logX = x < 0.5 ? log(x) : log1p(-y)
  const logY = y < 0.5 ? log(y) : log1p(-x)
  return (exp(a * logX + b * logY - logBeta(a, b)) / a) * continuedFraction(a, b, x)
}

function lowerSeries(a: number, x: number): number {
  let term = 1 / a
  let sum = term
  for (let k = 1; k < 100_000 && term > sum * 1e-17; k++) {
    term *= x / (a + k)
    sum += term
  }
  return sum
}

function upperFraction(a: number, x: number): number {
  let b = x + 1 - a
  let c = Number.POSITIVE_INFINITY
  let d = 1 / b
  let fraction = d
  for (let k = 1; k < 100_000; k++) {
    const term = k * (a - k)
    b += 2
    d = 1 / (b + term * d)
    c = b + term / c
    fraction *= d * c
    if (isOne(d * c)) break
  }
  return fraction
}

/** P(a, x) and Q(a, x) = 1 − P(a, x) for a > 0 and x >= 0. The smaller one has full relative precision. */
export function regularisedGamma(a: number, x: number): { lower: number; upper: number } {
  if (x <= 0) return { lower: 0, upper: 1 }
  if (x === Number.POSITIVE_INFINITY) return { lower: 1, upper: 0 }
  const front = Math.exp(a * Math.log(x) - x - gammaln(a))
  if (x < a + 1) {
    const lower = front * lowerSeries(a, x)
    return { lower, upper: 1 - lower }
  }
  const upper = front * upperFraction(a, x)
  return { lower: 1 - upper, upper }
}
