// How many cases a simulation of error rates takes. With few of them a test still fails where a rate is half as high
// again as promised; all of them (`npm run test:simulations`, every night) show a fifth.

const all = process.env.STABLE_BENCH_SIMULATIONS === 'all'

/** The first number in the tests of every change, the second one where all cases are asked for. */
export const casesOf = (few: number, many: number): number => (all ? many : few)
