// When a comparison saw nothing at all.

/** A tenfold change, as a share of the baseline. */
const TENFOLD = 9

/**
 * Whether a comparison that can miss a change of this size saw nothing. A handful of runs may give an interval that holds
 * almost any change. Its far end says nothing, and nothing can be foretold from it.
 */
export const isBlind = (effect: number): boolean => effect > TENFOLD
