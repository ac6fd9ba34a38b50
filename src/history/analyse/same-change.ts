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
export const nearby = 3

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
