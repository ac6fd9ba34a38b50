// How much runs vary, as far as the rank half of a test is concerned.
import { outlierRuns } from '../stats/outlier-runs.ts'
import { pooledSd } from '../stats/pooled-sd.ts'
import { robustScale } from '../stats/robust-scale.ts'

/**
 * The sd of log values around their own side's centre, pooled over the sides. Where a run is far out the
 * robust one counts: the ordinary sd would hide how much the ranks can still see.
 */
export function runSd(sides: number[][]): number {
  const sd = pooledSd(sides)
  const flagged = sides.some(side => outlierRuns(side).length > 0)
  return flagged ? Math.min(sd, robustScale(sides) || sd) : sd
}
