// How much runs spread, and how sure that is. Numbers in, numbers out.

import { robustScale } from '../../src/stats/describe/spread.ts'
import { mean, median } from '../../src/stats/describe/summary.ts'
import { seededUniform } from '../../src/stats/distributions/seeded-uniform.ts'

/** Standard deviation by mean. */
export function coefficientOfVariation(values: number[]): number {
  const centre = mean(values)
  const squares = values.map(value => (value - centre) ** 2)
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / (values.length - 1)) / centre
}

/** The scaled median absolute deviation over the median. A few outliers do not move it. */
export const robustVariation = (values: number[]) => robustScale([values]) / median(values)

const RESAMPLES = 2000

/** Percentile bootstrap (Efron 1979), 90 %: of the variation of `values` by that of `others`. */
export function variationRatioInterval(values: number[], others: number[]): [number, number] {
  const random = seededUniform(1)
  const resampled = (from: number[]) =>
    coefficientOfVariation(from.map(() => from[Math.floor(random() * from.length)] as number))
  const ratios = Array.from({ length: RESAMPLES }, () => resampled(values) / resampled(others))
  ratios.sort((a, b) => a - b)
  return [ratios[Math.floor(0.05 * RESAMPLES)] as number, ratios[Math.floor(0.95 * RESAMPLES)] as number]
}
