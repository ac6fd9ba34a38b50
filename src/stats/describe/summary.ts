// Single numbers for many. The layers above use this mean and median, and no statistics library of their own. One
// number also stands for a run: its measurements share one process, so they never enter a test one by one.
import { mean, median, quantile } from 'simple-statistics'

/** The mean, and the middle of at least one value (the mean of the middle two for an even number). */
export { mean, median } from 'simple-statistics'

/** The geometric mean of ratios, all above 0. */
export function geometricMean(ratios: number[]): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
}

/** A run as one number: `median`, `mean`, `min`, or the percentile `pNN` (Hyndman & Fan 1996 type 7); else a RangeError. */
export function runSummary(measurements: number[], summary: string): number {
  // A tool that reports one number per process: there are as many runs as lines.
  if (measurements.length === 1 && summary === 'median') return measurements[0] as number
  if (summary === 'median') return median(measurements)
  if (summary === 'mean') return mean(measurements)
  // A million measurements are too many arguments for one call.
  if (summary === 'min') return measurements.reduce((least, value) => Math.min(least, value))
  const percent = /^p(\d{1,2}(?:\.\d+)?)$/.exec(summary)?.[1]
  if (percent === undefined || Number(percent) === 0)
    throw new RangeError(`there is no run summary '${summary}'`)
  return quantile(measurements, Number(percent) / 100)
}
