// What a standard error is multiplied by to give the effect that a test finds: the sum of two t quantiles (an
// approximation to the noncentral t, Cohen 1988).
import { tCritical, tQuantile } from '../distributions/t.ts'

/** A comparison of many rows asks for few factors very often; more than these are forgotten. */
const KEPT = 10_000
const known = new Map<string, number>()

/** The factor for two-sided `alpha`, probability `power` and df degrees of freedom. */
export function detectableFactor(alpha: number, power: number, df: number): number {
  const key = `${alpha} ${power} ${df}`
  const found = known.get(key)
  if (found !== undefined) return found
  const factor = tCritical(alpha, df) + tQuantile(power, df)
  if (known.size >= KEPT) known.clear()
  known.set(key, factor)
  return factor
}
