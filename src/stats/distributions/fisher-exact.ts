// Fisher's exact test for two shares, two-sided: all tables with the same margins that are no more likely than the
// one seen. R. A. Fisher (1935), The Design of Experiments.
import { logBeta } from './incomplete-beta.ts'

/** The natural logarithm of n over k. */
const logChoose = (n: number, k: number) => -Math.log(n + 1) - logBeta(n - k + 1, k + 1)

/** Tables as likely as the one seen differ from it by rounding only. */
const ROUNDING = 1e-9

/** The p-value for `hits` of `total` on each of two sides; 1 where a side is empty. Throws for hits above total. */
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
