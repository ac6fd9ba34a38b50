// The interval of a proportion. Wilson (1927), JASA 22.
import { normalQuantile } from '../distributions/normal.ts'

/** The Wilson interval [low, high] of successes / trials at confidence `level`; [0, 1] without a trial. */
export function wilsonInterval(successes: number, trials: number, level: number): [number, number] {
  if (trials === 0) return [0, 1]
  const z = normalQuantile((1 + level) / 2)
  const share = successes / trials
  const weight = 1 + (z * z) / trials
  const centre = (share + (z * z) / (2 * trials)) / weight
  const reach = (z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials))) / weight
  // Rounding must not leave 0 of n or n of n just inside.
  return [successes === 0 ? 0 : centre - reach, successes === trials ? 1 : centre + reach]
}
