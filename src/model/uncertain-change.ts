// Whether a change may be none, and whether a comparison saw anything. The pages' scripts use this as well, so there is no
// document in here.

/** Whether the interval of a change includes the level from before: nothing is told of it, and it blames nobody. */
export const isUncertain = ({ interval }: { interval: [number, number] | null }): boolean =>
  interval !== null && interval[0] <= 1 && 1 <= interval[1]

/** A tenfold change, as a share of the baseline. */
const TENFOLD = 9

/**
 * Whether a comparison that can miss a change of this size saw nothing. A handful of runs may give an interval that holds
 * almost any change. Its far end says nothing, and nothing can be foretold from it.
 */
export const isBlind = (effect: number): boolean => effect > TENFOLD
