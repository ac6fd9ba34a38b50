// How many runs of a side are enough. Whoever plans, limits or judges a number of runs asks here.

/**
 * The fewest runs of a side that a job plans, and that decide where `max-time` stops it. It is no limit of the tests. They
 * compare fewer runs too, from two on, and the row gets the warning `few-runs`. Only in one job, and against more than twice
 * as many runs of the other side, fewer are not compared.
 */
export const ENOUGH_RUNS = 5
