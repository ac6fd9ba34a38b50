// Speed as tests may assert it: CPU time, which other programs do not add to, as a ratio within one test.

/** The milliseconds of CPU time that `work` takes: the least of three times. */
export function cpuTime(work: () => void): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

/** Below this a clock tick is most of what was measured. */
const LEAST_MS = 2

/** Linear work stays below this, with room for memory that is collected meanwhile. */
export const LINEAR = 24

/** A loaded machine can make one try look worse than it is, and none look better. */
const MOST_TRIES = 5

/**
 * How many times as long `work` takes with eight times as much: 8 for linear work, 64 for quadratic work. Tries again
 * where it is not below `limit`.
 */
export function growthOf(work: (size: number) => void, size: number, limit = LINEAR): number {
  work(size)
  const timeOf = (times: number) => cpuTime(() => work(times * size))
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < MOST_TRIES && least >= limit; tries++) {
    least = Math.min(least, timeOf(8) / Math.max(LEAST_MS, timeOf(1)))
  }
  return least
}
