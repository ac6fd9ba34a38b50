// A pilot's standard deviation is uncertain: who plans with it as it is promises too much to half of all who ask.
import { chiSquareQuantile } from '../distributions/chi-square.ts'

/** How sure the bound is. */
const CONFIDENCE = 0.8

/** A comparison of many rows asks for few degrees of freedom very often; more than these are forgotten. */
const KEPT = 1000
const factors = new Map<number, number>()

/** The upper 80 % bound of a standard deviation that was estimated with df degrees of freedom: sd·√(df / χ²). */
export function upperSd(sd: number, df: number): number {
  const known = factors.get(df)
  const factor = known ?? Math.sqrt(df / chiSquareQuantile(1 - CONFIDENCE, df))
  if (known === undefined) {
    if (factors.size >= KEPT) factors.clear()
    factors.set(df, factor)
  }
  return sd * factor
}
