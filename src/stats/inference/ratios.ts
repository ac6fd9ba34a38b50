// The ratio of two sides on the raw scale: of constants, and of means with Fieller's interval (1954, JRSS B 16).
import { mean, sampleVariance } from 'simple-statistics'
import { tCritical } from '../distributions/continuous.ts'

/**
 * The ratio b / a of sides whose values are all identical within the side (raw scale): 1 for equal sides, null when
 * only a is zero. Null instead of a comparison when a side varies or is empty.
 */
export function exactComparison(a: number[], b: number[]): { ratio: number | null } | null {
  const [first, second] = [a[0], b[0]]
  if (first === undefined || second === undefined) return null
  if (a.some(value => value !== first) || b.some(value => value !== second)) return null
  if (first === second) return { ratio: 1 }
  return { ratio: first === 0 ? null : second / first }
}

/**
 * The interval of mean(b) / mean(a) at confidence `level`, for metrics that can be zero and have no logarithm; raw
 * values, at least two runs a side. The degrees of freedom are Satterthwaite's at the estimated ratio (Tamhane & Logan
 * 2004, Biometrical Journal 46). Null when it is unbounded: at that level the mean of a cannot be told from zero.
 */
export function fiellerInterval(a: number[], b: number[], level: number): [number, number] | null {
  const [meanA, meanB] = [mean(a), mean(b)]
  if (meanA === 0) return null
  const ratio = meanB / meanA
  const [varianceA, varianceB] = [sampleVariance(a) / a.length, sampleVariance(b) / b.length]
  const [partA, partB] = [ratio ** 2 * varianceA, varianceB]
  if (varianceA + varianceB === 0) return [ratio, ratio]
  // All the uncertainty is in a when the ratio's own parts vanish (b all zero).
  const df =
    partA + partB === 0
      ? a.length - 1
      : (partA + partB) ** 2 / (partA ** 2 / (a.length - 1) + partB ** 2 / (b.length - 1))
  const square = tCritical(1 - level, df) ** 2
  // The ratios r with (meanB − r·meanA)² <= t²·(varianceB + r²·varianceA): a quadratic in r.
  const leading = meanA ** 2 - square * varianceA
  if (leading <= 0) return null
  const half = meanA * meanB
  const constant = meanB ** 2 - square * varianceB
  const root = Math.sqrt(Math.max(0, half ** 2 - leading * constant))
  return [(half - root) / leading, (half + root) / leading]
}
