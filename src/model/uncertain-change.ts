// Whether a change may be none. The pages' scripts use this as well, so there is no document in here.

/**
 * Whether the interval of a change includes the level from before. Nothing is told of such a change, it blames nobody,
 * and it is drawn as uncertain.
 */
export const isUncertain = ({ interval }: { interval: [number, number] | null }): boolean =>
  interval !== null && interval[0] <= 1 && 1 <= interval[1]
