// The Cauchy combination of p-values. Liu & Xie (2020), JASA 115: the mean of cot(π·p) is standard Cauchy under
// the null, for small p also when the p-values depend on each other.

const { atan2, max, min, PI, tan } = Math

/** cot(π·p) without loss near 0 and 1, where it becomes +Infinity and −Infinity. */
function cotangent(p: number): number {
  return p > 0.5 ? -1 / tan(PI * (1 - p)) : 1 / tan(PI * p)
}

/** The p with cot(π·p) = `evidence`: that of a weighted mean of evidence, for example. */
export function pOfEvidence(evidence: number): number {
  return evidence > 0 ? atan2(1, evidence) / PI : 1 - atan2(1, -evidence) / PI
}

/** Combines p-values with equal weights; never below the smallest or above the largest. A p of exactly 1 gives 1. */
export function cauchyCombination(p: number[]): number {
  if (p.length === 0) throw new RangeError('there are no p-values to combine')
  if (p.includes(1)) return 1
  const statistic = p.reduce((sum, value) => sum + cotangent(value), 0) / p.length
  return min(max(pOfEvidence(statistic), min(...p)), max(...p))
}

/** The p that combines with `other` to `combined`: the inverse of cauchyCombination for two. */
export function cauchyPartner(combined: number, other: number): number {
  return pOfEvidence(2 * cotangent(combined) - cotangent(other))
}

/**
 * How much a p-value speaks against no change: cot(π·p), and 0 from p = 0.5 on. A weighted mean of these, with weights
 * that are 1 in all, combines p-values as cauchyCombination does. But no p close to 1 can silence the others. Negative
 * terms count as 0, which never makes the combined p larger. It hardly makes a small p smaller: there one term is
 * nearly all of the mean.
 */
export function cauchyEvidence(p: number): number {
  return p >= 0.5 ? 0 : cotangent(p)
}
