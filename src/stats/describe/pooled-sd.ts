// The common standard deviation within several sides (or sessions) whose means differ.
import { sampleVariance } from 'simple-statistics'

/**
 * The standard deviation of values around their own side's mean, pooled over all sides; its degrees of freedom are
 * the values minus the sides. Sides with one value say nothing and are passed over; throws when no side has two.
 */
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
