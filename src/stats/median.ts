// The library's median under the name the layers above import: they use no statistics library of their own.

/** The middle of at least one value, the mean of the middle two for an even number; the input is not reordered. */
export { median } from 'simple-statistics'
