// Whether several blocks share one difference: Cochran's Q (1937, JRSS Suppl. 4), with Welch's correction
// (1951, Biometrika 38) for variances that are estimated from few runs. Chi-square at 0.1 % would see
// differences in 0.5 to 2 % of equal blocks.

import { regularisedBeta } from '../distributions/incomplete-beta.ts'
import type { BlockMean } from './blocked-mean.ts'

/** Q = Σ (difference − shared difference)² / variance, its corrected form f with both df, and p. */
export type Heterogeneity = { q: number; f: number; df: [number, number]; p: number }

/** Differences of logarithms closer than this are the same. */
const ROUNDING = 1e-12

/** P(F > f) of the F distribution (Abramowitz & Stegun 26.6.2). */
function fTail(f: number, df1: number, df2: number): number {
  const sum = df2 + df1 * f
  return sum === Number.POSITIVE_INFINITY ? 0 : regularisedBeta(df2 / 2, df1 / 2, df2 / sum, (df1 * f) / sum)
}

/**
 * Tests the blocks of `blockedMean`; p is 1 with fewer than two. When no run of any block varies, p is 1 for
 * equal differences and 0 for others. With two blocks this is Welch's test of their two differences.
 */
export function heterogeneity(blocks: BlockMean[]): Heterogeneity {
  const between = blocks.length - 1
  if (between < 1) return { q: 0, f: 0, df: [0, Number.POSITIVE_INFINITY], p: 1 }
  const shared = blocks.reduce((sum, { weight, difference }) => sum + weight * difference, 0)
  let [q, lambda] = [0, 0]
  for (const { difference, variance, df, weight } of blocks) {
    if (Math.abs(difference - shared) > ROUNDING) q += (difference - shared) ** 2 / variance
    lambda += (1 - weight) ** 2 / df
  }
  const count = blocks.length
  const correction = 1 + (2 * (count - 2) * lambda) / (count ** 2 - 1)
  const f = q / between / correction
  const df2 = (count ** 2 - 1) / (3 * lambda)
  return { q, f, df: [between, df2], p: fTail(f, between, df2) }
}
