// The ratio of two means on the raw scale with its interval, for metrics that can be zero and have no logarithm.
// Fieller (1954), JRSS B 16; unequal variances with Satterthwaite's degrees of freedom at the estimated ratio
// after Tamhane & Logan (2004), Biometrical Journal 46.
import { mean, sampleVariance } from 'simple-statistics'
import { tCritical } from '../distributions/t.ts'

/** mean(b) / mean(a), or null when mean(a) is zero. */
export function ratioOfMeans(a: number[], b: number[]): number | null {
  const denominator = mean(a)
  return denominator === 0 ? null : mean(b) / denominator
}

/**
 * The interval of mean(b) / mean(a) at confidence `level`; raw values, at least two runs a side. Null when it is
 * unbounded: at that level the mean of a cannot be told from zero.
 */
export function fiellerInterval(a: number[], b: number[], level: number): [number, number] | null {
  const ratio = ratioOfMeans(a, b)
  if (ratio === null) return null
  const [meanA, meanB] = [mean(a), mean(b)]
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
