// Shares of successes: Wilson's interval (1927, JASA 22), and Fisher's exact test for two of them (1935, The Design of
// Experiments).
import { normalQuantile } from '../distributions/continuous.ts'
import { logBeta, regularisedBeta } from '../distributions/special-functions.ts'

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

/** The two-sided p of the sign test: so many, or more, of all signs on one side, where either is as likely. */
export function signP(some: number, others: number): number {
  const [most, all] = [Math.max(some, others), some + others]
  // P(X >= k) of a binomial variable (NIST DLMF 8.17.5).
  return all === 0 ? 1 : Math.min(1, 2 * regularisedBeta(most, all - most + 1, 0.5, 0.5))
}

/** The natural logarithm of n over k. */
const logChoose = (n: number, k: number) => -Math.log(n + 1) - logBeta(n - k + 1, k + 1)

/** Tables as likely as the one seen differ from it by rounding only. */
const ROUNDING = 1e-9

/** Fisher's two-sided p for `hits` of `total` on each side: all tables with the same margins that are no more likely. */
export function fisherExactP(
  one: { hits: number; total: number },
  other: { hits: number; total: number },
): number {
  if (one.hits > one.total || other.hits > other.total)
    throw new RangeError('more hits than there are in total')
  const [hits, total] = [one.hits + other.hits, one.total + other.total]
  const logProbability = (k: number) =>
    logChoose(one.total, k) + logChoose(other.total, hits - k) - logChoose(total, hits)
  const seen = logProbability(one.hits)
  let p = 0
  for (let k = Math.max(0, hits - other.total); k <= Math.min(hits, one.total); k++) {
    const log = logProbability(k)
    if (log <= seen + ROUNDING) p += Math.exp(log)
  }
  return Math.min(1, p)
}
