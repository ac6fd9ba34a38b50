// How much runs vary, as far as a test is concerned whose one half are the ranks.
import { outlierRuns, pooledSd, robustScale } from '../../stats/describe/spread.ts'

/** Whether ranks with this smallest p can be significant at `alpha` when they have to carry the combined test alone. */
export const ranksReach = (alpha: number, smallestP: number) => smallestP <= alpha / 2

/**
 * The sd of log values around their own side's centre, pooled over the sides. Where a run is far out and the ranks can
 * decide (`byRanks`) the robust one counts: the ordinary sd would hide how much they can still see.
 */
export function runSd(sides: number[][], byRanks: boolean): number {
  const sd = pooledSd(sides)
  const flagged = byRanks && sides.some(side => outlierRuns(side).length > 0)
  return flagged ? Math.min(sd, robustScale(sides) || sd) : sd
}

/**
 * The smaller of what is needed when only the means count (`plain`), and when the ranks do (`byRanks`), which takes
 * enough runs for them to reach `alpha`; null for more than are worth naming. `smallestP` is that of n runs a side.
 */
export function fewestRuns(
  { plain, byRanks }: { plain: number | null; byRanks: number | null },
  alpha: number,
  smallestP: (runs: number) => number,
): number | null {
  if (byRanks === null || plain === byRanks) return plain
  let runs = byRanks
  while (!ranksReach(alpha, smallestP(runs))) runs++
  return plain === null ? runs : Math.min(plain, runs)
}
