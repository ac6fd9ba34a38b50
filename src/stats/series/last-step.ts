// Finds the segments of one level among stored sessions: between their commits the level may have stepped. Binary
// segmentation (Scott & Knott 1974, Biometrics 30).
import { mean, sampleVariance } from 'simple-statistics'
import { tTwoSidedP } from '../distributions/continuous.ts'

type StepSettings = {
  /** The variance of a session value before any was seen (between sessions, and of its runs), and its weight. */
  priorVariance: number
  priorDf: number
  /** How often a step is seen where there is none, over all places where it could be. */
  alpha: number
}

/** The sum of squared distances from the mean. */
export const squares = (values: number[]): number =>
  values.length > 1 ? sampleVariance(values) * (values.length - 1) : 0

/** The two-sided p of a step between the first `size` values and the rest. */
function stepP(values: number[], size: number, { priorVariance, priorDf }: StepSettings): number {
  const [newer, older] = [values.slice(0, size), values.slice(size)]
  const df = priorDf + values.length - 2
  const variance = (priorDf * priorVariance + squares(newer) + squares(older)) / df
  const t = (mean(newer) - mean(older)) / Math.sqrt(variance * (1 / newer.length + 1 / older.length))
  return tTwoSidedP(t, df)
}

/**
 * How many sessions each segment of one level has, the newest first: one segment when no step is significant. `values`
 * are session values on the log scale, newest first; with fewer than three there is nothing to see.
 */
export function levelSegments(values: number[], settings: StepSettings): number[] {
  if (values.length < 3) return [values.length]
  const sizes = Array.from({ length: values.length - 1 }, (_, i) => i + 1)
  const p = sizes.map(size => stepP(values, size, settings))
  const least = p.indexOf(Math.min(...p))
  // Bonferroni over the places: conservative, since neighbouring places see nearly the same data.
  if ((p[least] as number) >= settings.alpha / sizes.length) return [values.length]
  const size = least + 1
  return [...levelSegments(values.slice(0, size), settings), ...levelSegments(values.slice(size), settings)]
}
