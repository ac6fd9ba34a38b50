// A change point with its statistics, and whether two of them are the same change.
import type { ChangePoint } from '../../model/index.ts'

/** A change point as the analysis finds it. */
export type FoundChange = ChangePoint & {
  /** The last judged night before it. */
  lastGood: number
  /** The levels before and after, in the series' unit: geometric means where all values are positive. */
  before: number
  after: number
  p: number
  /** Benjamini-Hochberg over all series; null when the series was analysed alone. */
  adjustedP: number | null
  /** Judged nights from the change on. */
  nightsAfter: number
}

/**
 * An announced change at its place in the series now. `over` is the night by which its level was back, null while it
 * lasts.
 */
export type AnnouncedRange = Pick<ChangePoint, 'range' | 'direction'> & { over?: number | null }

/** Whether a change may have begun on one of the last `count` nights of a series that has these `nights`. */
export const isRecent = ({ range }: Pick<ChangePoint, 'range'>, nights: number[], count: number): boolean =>
  range[1] >= (nights.at(-count) ?? nights[0] ?? 0)

/** So many nights apart, two analyses may still have found the same change. */
const nearby = 3

/**
 * How many of a series' own `nights` two ranges of nights are apart; 0 where they touch. A trend has the nights of
 * other machines in between, so that indices alone do not say.
 */
export function nightsApart(nights: number[], [a, b]: [number, number], [c, d]: [number, number]): number {
  const position = (night: number) => nights.findIndex(each => each >= night)
  return Math.max(0, position(c) - position(b), position(a) - position(d))
}

/** Whether both are the same change of a series with these `nights`: one direction, and ranges that nearly touch. */
export const isSameChange = (nights: number[], one: AnnouncedRange, other: AnnouncedRange): boolean =>
  one.direction === other.direction && nightsApart(nights, one.range, other.range) <= nearby

/** How many of a series' own `nights` the ends of two ranges are apart, added up. */
function rangesDiffer(nights: number[], [a, b]: [number, number], [c, d]: [number, number]): number {
  const position = (night: number) => nights.findIndex(each => each >= night)
  return Math.abs(position(a) - position(c)) + Math.abs(position(b) - position(d))
}

/**
 * Each change with the announced one that it is, one to one, those that agree best first. A change with a wide range
 * touches several announced ones, and is one of them at most.
 */
export function pairedChanges<Change extends AnnouncedRange, Announced extends AnnouncedRange>(
  nights: number[],
  changes: Change[],
  announced: Announced[],
): Map<Change, Announced> {
  const pairs = changes.flatMap(change =>
    announced.flatMap(each => {
      if (!isSameChange(nights, change, each)) return []
      const apart = nightsApart(nights, each.range, change.range)
      return [{ change, each, apart, differ: rangesDiffer(nights, each.range, change.range) }]
    }),
  )
  const found = new Map<Change, Announced>()
  const taken = new Set<Announced>()
  for (const { change, each } of pairs.sort((a, b) => a.apart - b.apart || a.differ - b.differ)) {
    if (found.has(change) || taken.has(each)) continue
    found.set(change, each)
    taken.add(each)
  }
  return found
}
