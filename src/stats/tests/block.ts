// A block is one machine of a matrix, or one attempt of a job: its level is its own, only differences within
// it count.

/** The runs of both sides of one block; one number per run. */
export type Block = { a: number[]; b: number[] }
