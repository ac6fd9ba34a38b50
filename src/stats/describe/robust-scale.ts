// A standard deviation that single outlying runs cannot inflate. Hampel (1974), JASA 69.
import { median } from 'simple-statistics'

/** What turns the median absolute deviation of normal values into their standard deviation: 1 / Φ⁻¹(3/4). */
export const NORMAL_MAD = 1.4826022185056018

/**
 * 1.4826 times the median absolute residual, pooled over all sides; a residual is the distance of a run from its
 * own side's median. Zero when more than half of the residuals are. Throws when there are no values.
 */
export function robustScale(sides: number[][]): number {
  const residuals = sides.flatMap(side => {
    if (side.length === 0) return []
    const centre = median(side)
    return side.map(value => Math.abs(value - centre))
  })
  return NORMAL_MAD * median(residuals)
}
