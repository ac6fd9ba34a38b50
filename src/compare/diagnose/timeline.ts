// The runs of both sides in the order of the job, so that time can be seen beside the sides.
import { median } from '../../stats/median.ts'
import type { LogSide } from './row-noise.ts'

/** A run at its place in the job; `level` is its log from the median of its side. */
export type Placed = { side: LogSide; position: number; level: number }

/** All runs by position; null where positions are unknown or those of two jobs, which share no time. */
export function timeline(sides: LogSide[]): Placed[] | null {
  const placed: Placed[] = []
  for (const side of sides) {
    if (side.order?.length !== side.logs.length) return null
    const centre = median(side.logs)
    side.logs.forEach((log, i) => {
      placed.push({ side, position: side.order?.[i] as number, level: log - centre })
    })
  }
  placed.sort((one, other) => one.position - other.position)
  const shared = placed.some((run, i) => i > 0 && run.position === placed[i - 1]?.position)
  return shared ? null : placed
}

/** The sides with `effect` of each run's position taken out; the sides have positions. */
export function without(sides: LogSide[], effect: (position: number) => number): LogSide[] {
  return sides.map(side => ({
    ...side,
    logs: side.logs.map((log, i) => log - effect(side.order?.[i] as number)),
  }))
}
