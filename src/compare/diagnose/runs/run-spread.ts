// The noise among runs that belong together. Groups and stray runs are set apart first, since the noise decides whether
// they stand apart.
import { type Bimodality, bimodality, outlierRuns, pooledSd } from '../../../stats/describe/spread.ts'
import { type LevelSide, SMALLEST_EFFECT } from '../row-noise.ts'

/** One side with the runs that may stand apart: a group of at least two, or single ones (indices). */
export type Suspected = { side: LevelSide; groups: Bimodality | null; strays: number[] }

/** A gap of this many steps of the clock or fewer may be the clock's. */
export const CLOCK_STEPS = 4
/** Nearest neighbours closer than this differ by rounding only. */
const ROUNDING = 1e-9

/** A side with its strays set apart, if it has any. */
export function withStrays(side: LevelSide): Suspected {
  return { side, groups: null, strays: outlierRuns(side.levels) }
}

/** Whether the smaller group keeps closer together, neighbour by neighbour, than half the gap that sets it apart. */
function isCompact(logs: number[], { split, gap, below, above }: Bimodality): boolean {
  const smaller = logs.filter(log => (below < above ? log < split : log > split))
  const range = Math.max(...smaller) - Math.min(...smaller)
  return smaller.length > 1 && range / (smaller.length - 1) < gap / 2
}

/** A side with its groups set apart, or else its strays. Suspicions only: about every third clean row has one. */
export function withGroups(side: LevelSide): Suspected {
  const groups = bimodality(side.levels, SMALLEST_EFFECT)
  return groups !== null && isCompact(side.levels, groups) ? { side, groups, strays: [] } : withStrays(side)
}

/** The logs that belong together: both groups of a side, or all but its strays. */
export function together({ side, groups, strays }: Suspected): number[][] {
  if (groups === null) return [side.levels.filter((_, i) => !strays.includes(i))]
  return [side.levels.filter(log => log < groups.split), side.levels.filter(log => log > groups.split)]
}

/** The smallest distance between different values: that of a coarse clock, or next to nothing. */
function tick(sides: Suspected[]): number {
  const distances = sides.flatMap(({ side }) => {
    const sorted = side.levels.toSorted((x, y) => x - y)
    return sorted.slice(1).map((log, i) => log - (sorted[i] as number))
  })
  return Math.min(...distances.filter(distance => distance > ROUNDING))
}

/** The standard deviation within what belongs together, over all sides, and the step of the clock; or null. */
export function runSpread(sides: Suspected[]): { sd: number; tick: number } | null {
  const clusters = sides.flatMap(together)
  if (clusters.every(cluster => cluster.length < 2)) return null
  return { sd: pooledSd(clusters), tick: tick(sides) }
}
