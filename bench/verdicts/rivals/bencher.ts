// Bencher's t-test threshold: a new value is an alert when it lies beyond the quantile of a t distribution with the
// mean and the population sd of the history (no allowance for the mean's own error).
// bencherdev/bencher 8d75325, lib/bencher_boundary: mean.rs, limits/mod.rs, boundary.rs.
import { tQuantile } from '../../../src/stats/distributions/continuous.ts'
import { firstProcess, mean, median, type Pair, type Rival, runMedians } from './rival.ts'

const BOUNDARY = 0.99
/** The sample size of the documentation's own example. */
export const HISTORY = 64

function limit(history: number[]): number {
  const centre = mean(history)
  const sd = Math.sqrt(mean(history.map(value => (value - centre) ** 2)))
  return centre + tQuantile(BOUNDARY, history.length - 1) * sd
}

export const bencher: Rival = {
  name: 'Bencher, t-test boundary',
  how: `its rule, upper boundary ${BOUNDARY}, a history of ${HISTORY} earlier unchanged commits with the same noise (bencherdev/bencher 8d75325, lib/bencher_boundary)`,
  needs: null,
  slow: false,
  reads: { shipped: 'the mean of one process', 'per process': 'the median of 10 run medians' },
  claimsNoChange: false,
  requires: () => 'history',
  judge: async (pairs, feed) =>
    pairs.map(({ candidate, history }) => {
      const { single, medians } = history as NonNullable<Pair['history']>
      const isBeyond =
        feed === 'shipped'
          ? mean(firstProcess(candidate)) > limit(single)
          : median(runMedians(candidate)) > limit(medians)
      return { call: isBeyond ? 'slower' : 'open' }
    }),
}
