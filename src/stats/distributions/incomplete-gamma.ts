// The regularised incomplete gamma functions, near double precision for the small shapes that are needed here.
// NIST DLMF 8.11.4 (series) and 8.9.2 (continued fraction, modified Lentz).
import { gammaln } from 'simple-statistics'
import { isOne } from './incomplete-beta.ts'

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

/**
 * P(a, x) and Q(a, x) = 1 − P(a, x) for a > 0 and x >= 0. The smaller one has full relative precision, also
 * far out in its tail.
 */
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
