// How many runs of a side are enough. All code that plans, limits or judges a number of runs asks here.

/**
 * The fewest runs of a side that a job plans, and that decide where `max-time` stops it. It does not limit the tests.
 * They compare fewer runs too, from two on, and the row gets the warning `few-runs`. Only within one job, fewer runs
 * are not compared with more than twice as many of the other side.
 */
export const ENOUGH_RUNS = 5
