// The runs of both sides in the order of the job, so that time can be seen beside the sides.
import { median } from '../../stats/describe/summary.ts'
import type { LevelSide } from './row-noise.ts'

/** A run at its place in the job; `level` is its log from the median of its side. */
export type Placed = { side: LevelSide; position: number; level: number }

/** All runs by position; null where positions are unknown or those of two jobs, which share no time. */
export function timeline(sides: LevelSide[]): Placed[] | null {
  const placed: Placed[] = []
  for (const side of sides) {
    if (side.order?.length !== side.levels.length) return null
    const centre = median(side.levels)
    side.levels.forEach((log, i) => {
      placed.push({ side, position: side.order?.[i] as number, level: log - centre })
    })
  }
  placed.sort((one, other) => one.position - other.position)
  const shared = placed.some((run, i) => i > 0 && run.position === placed[i - 1]?.position)
  return shared ? null : placed
}

/** The sides with `effect` of each run's position taken out; the sides have positions. */
export function without(sides: LevelSide[], effect: (position: number) => number): LevelSide[] {
  return sides.map(side => ({
    ...side,
    levels: side.levels.map((log, i) => log - effect(side.order?.[i] as number)),
  }))
}
