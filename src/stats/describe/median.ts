// The library's mean and median for the layers above, which use no statistics library of their own.

/** The mean, and the middle of at least one value (the mean of the middle two for an even number). */
export { mean, median } from 'simple-statistics'
