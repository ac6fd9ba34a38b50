// The noise around piecewise constant levels: standard deviation, lag-1 autocorrelation, and the variance that both
// give an average. Bias of the autocorrelation: Marriott & Pope (1954), Kendall (1954), Biometrika 41.
export type LevelNoise = {
  sd: number
  /** The autocorrelation of neighbouring values, within [0, 0.95]. */
  autocorrelation: number
  /** How many values the two are estimated from, less the fitted levels. */
  df: number
}

/** Beyond this a level is hardly defined. */
const LARGEST = 0.95

/** The segments [from, to) between `breaks`. Each break is the first index of a segment. */
export function segmentsOf(length: number, breaks: number[]): [number, number][] {
  const bounds = [0, ...breaks, length]
  return bounds.slice(1).map((to, i) => [bounds[i] as number, to])
}

/** The mean of the values in [from, to); exact when they are equal, where rounding would pass for noise. */
export function levelOf(values: Float64Array, from: number, to: number): number {
  const first = values[from] as number
  let sum = 0
  for (let i = from; i < to; i++) sum += (values[i] as number) - first
  return first + sum / (to - from)
}

/** Values minus the mean of their segment. */
export function centredBetween(values: Float64Array, breaks: number[]): Float64Array {
  const result = new Float64Array(values.length)
  for (const [from, to] of segmentsOf(values.length, breaks)) {
    const level = levelOf(values, from, to)
    for (let i = from; i < to; i++) result[i] = (values[i] as number) - level
  }
  return result
}

/** How many values of usual noise count beside those of a stretch: few values say little about their variance. */
export const PRIOR = 1

const sumOfSquares = (residuals: Float64Array) => residuals.reduce((sum, value) => sum + value * value, 0)

const dfOf = (values: Float64Array, breaks: number[]) => Math.max(1, values.length - breaks.length - 1)

/** The variance of all values around their levels. */
const varianceOf = (residuals: Float64Array, breaks: number[]): number =>
  sumOfSquares(residuals) / dfOf(residuals, breaks)

/** Values around the level of their segment in units of its sd, so that a noisy time does not drown a quiet one. */
export function evenBetween(values: Float64Array, breaks: number[]): Float64Array {
  const residuals = centredBetween(values, breaks)
  const usual = varianceOf(residuals, breaks)
  for (const [from, to] of segmentsOf(values.length, breaks)) {
    const squares = sumOfSquares(residuals.subarray(from, to))
    const sd = Math.sqrt((PRIOR * usual + squares) / Math.max(1, PRIOR + to - from - 1))
    if (sd > 0) for (let i = from; i < to; i++) residuals[i] = (residuals[i] as number) / sd
  }
  return residuals
}

/** The correlation of neighbouring values around their levels, as it is seen. */
function seenAutocorrelation(values: Float64Array, breaks: number[]): number {
  const even = evenBetween(values, breaks)
  let [products, squares] = [0, 0]
  even.forEach((value, i) => {
    squares += value * value
    if (i > 0) products += value * (even[i - 1] as number)
  })
  return squares > 0 ? products / squares : 0
}

const noiseAround = (values: Float64Array, breaks: number[], autocorrelation: number): LevelNoise => ({
  sd: Math.sqrt(varianceOf(centredBetween(values, breaks), breaks)),
  autocorrelation: Math.min(LARGEST, Math.max(0, autocorrelation)),
  df: dfOf(values, breaks),
})

/** The noise around the means between `breaks` under which the values are likeliest: not corrected for its bias. */
export const likeliestNoise = (values: Float64Array, breaks: number[]): LevelNoise =>
  noiseAround(values, breaks, seenAutocorrelation(values, breaks))

/**
 * The noise of `values` around the means between `breaks`. `margin` standard errors are added to the autocorrelation: a
 * value that is too low takes wandering for steps, one that is too high only costs power.
 */
export function levelNoise(values: Float64Array, breaks: number[], margin: number): LevelNoise {
  const [n, levels] = [values.length, breaks.length + 1]
  const seen = seenAutocorrelation(values, breaks)
  // Each fitted level pulls the estimate down by (1 + ρ)/n, and the estimate is low by another 2ρ/n.
  const unbiased = (n * seen + levels) / Math.max(1, n - levels - 2)
  const error = Math.sqrt(Math.max(0, 1 - unbiased ** 2) / Math.max(1, n))
  return noiseAround(values, breaks, unbiased + margin * error)
}

/** The variance of the mean of n neighbouring values of an AR(1): Box & Jenkins (1970), section 2.1. */
export function meanVariance({ sd, autocorrelation: rho }: LevelNoise, n: number): number {
  const longRun = (1 + rho) / (1 - rho)
  return ((sd * sd) / n) * (longRun - (2 * rho * (1 - rho ** n)) / (n * (1 - rho) ** 2))
}

/** The number of independent values that would give as good an estimate of the sd. */
export function effectiveDf({ autocorrelation: rho, df }: LevelNoise): number {
  return Math.max(1, (df * (1 - rho)) / (1 + rho))
}
