// How much runs vary within a side, and which runs stand apart: single ones and groups.
import { median, medianAbsoluteDeviation, sampleVariance } from 'simple-statistics'
import { chiSquareQuantile } from '../distributions/continuous.ts'

/** The standard deviation around the sides' own means, pooled over the sides with two values; throws where none has. */
export function pooledSd(sides: number[][]): number {
  let [squares, df] = [0, 0]
  for (const side of sides) {
    if (side.length < 2) continue
    squares += sampleVariance(side) * (side.length - 1)
    df += side.length - 1
  }
  if (df === 0) throw new RangeError('a standard deviation needs a side with at least two values')
  return Math.sqrt(squares / df)
}

/** The upper bound, at this confidence, of the standard deviation of normal values, of which these are at least two. */
export function upperSd(values: number[], confidence: number): number {
  const df = values.length - 1
  return pooledSd([values]) * Math.sqrt(df / chiSquareQuantile(1 - confidence, df))
}

/** The median distance of at least one value from their median. */
export { medianAbsoluteDeviation } from 'simple-statistics'

/** The standard deviation of normal values divided by their median absolute deviation: 1 / Φ⁻¹(3/4). */
export const NORMAL_MAD = 1.4826022185056018

/**
 * A standard deviation that single outlying runs cannot inflate (Hampel 1974, JASA 69): by the median distance of a run from
 * the median of its side, over all sides. Zero when more than half of these are. Throws when there are no values.
 */
export function robustScale(sides: number[][]): number {
  const residuals = sides.flatMap(side => {
    if (side.length === 0) return []
    const centre = median(side)
    return side.map(value => Math.abs(value - centre))
  })
  return NORMAL_MAD * median(residuals)
}

/**
 * Simulated at 1 % with a side that does not vary at all, 10 rounds alarm in 2.0 % of cases and 20 in 3.8 %, and without the
 * ranks of both sides in 0.9 %. A smaller limit is met by chance more often, which costs power (`npm run bench:rounds`).
 */
const UNLIKE = 6

/**
 * Whether one side varies too many times as much as the other for ranks, which take a difference of spread for one of
 * level; by the robust sd, so that a stray run counts for little. That side alone says then how sure a difference is, so the
 * ratios of the rounds have as many degrees of freedom as Welch's test.
 */
export function varyUnlike(blocks: { a: number[]; b: number[] }[]): boolean {
  const [a, b] = [robustScale(blocks.map(block => block.a)), robustScale(blocks.map(block => block.b))]
  return Math.max(a, b) > UNLIKE * Math.min(a, b)
}

/** In robust standard deviations. */
const FAR = 5

/** On the log scale: about 3 %. */
const LEAST_DISTANCE = 0.03

/** The indices of runs so far from the median of their side (log scale). None is removed: that would double the false alarms. */
export function outlierRuns(values: number[]): number[] {
  if (values.length < 3) return []
  const centre = median(values)
  const scale = NORMAL_MAD * medianAbsoluteDeviation(values)
  const threshold = Math.max(FAR * scale, LEAST_DISTANCE)
  return values.flatMap((value, i) => (Math.abs(value - centre) > threshold ? [i] : []))
}

/** In median gaps between neighbours. */
const RELATIVE_GAP = 4
const SMALLEST_SHARE = 0.2

/** The two groups: values below and above `split`, the middle of a gap of this width. */
export type Bimodality = { split: number; gap: number; below: number; above: number }

/**
 * The gap between neighbours that separates two groups of at least 20 % of the values, or null: a hint, not a test. Needs
 * four values. Without `minimumGap` it also fires on 12 to 18 % of normal samples of 5 to 20 values (7 % of 30).
 */
export function bimodality(values: number[], minimumGap = 0): Bimodality | null {
  if (values.length < 4) return null
  const sorted = values.toSorted((x, y) => x - y)
  const gaps = sorted.slice(1).map((value, i) => value - (sorted[i] as number))
  const gap = Math.max(...gaps)
  if (gap <= RELATIVE_GAP * median(gaps) || gap <= minimumGap) return null
  const below = gaps.indexOf(gap) + 1
  const above = values.length - below
  if (Math.min(below, above) < SMALLEST_SHARE * values.length) return null
  return { split: (sorted[below - 1] as number) + gap / 2, gap, below, above }
}
