// A night at which a series moved to another level, as plain data, and whether two analyses speak of the same one.

export type ChangePoint = {
  /** The first night at the new level and the last judged one before it: indices into the nights. */
  night: number
  lastNight: number
  /** The first and the last night that may be the first at the new level, at the policy's confidence. */
  range: [number, number]
  direction: 'up' | 'down'
  /** The levels before and after, in the series' unit: geometric means where all values are positive. */
  before: number
  after: number
  /** after/before − 1 and its interval; null where the level before is not positive. */
  size: number | null
  interval: [number, number] | null
  p: number
  /** Benjamini-Hochberg over all series; null when the series was analysed alone. */
  adjustedP: number | null
  /** The testbed changed within the range: no commit is to blame by this alone. */
  testbedChanged: boolean
  /** Judged nights from the change on. */
  nightsAfter: number
}

/** What has to be kept of a change point to recognise it later. */
export type KnownChange = Pick<ChangePoint, 'range' | 'direction'> & {
  /** The night by which the level from before it was back, as an index into the nights; null while it lasts. */
  over?: number | null
}

/** Whether both are the same change: the same direction, and ranges that touch when widened by `slack` nights. */
export function isSameChange(one: KnownChange, other: KnownChange, slack = 3): boolean {
  if (one.direction !== other.direction) return false
  return one.range[0] - slack <= other.range[1] && other.range[0] - slack <= one.range[1]
}
