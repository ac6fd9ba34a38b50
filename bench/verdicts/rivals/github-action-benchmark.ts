// github-action-benchmark: one number per commit, an alert when the ratio to the last one exceeds a threshold.
// benchmark-action/github-action-benchmark c38cce9, src/write.ts, findAlerts.
import type { Runs } from '../cases.ts'
import { type Feed, firstProcess, mean, median, type Rival, runMedians } from './rival.ts'

/** The number of one commit: what a harness prints at the end of one process, or the median of ten such. */
const commitValue = (runs: Runs, feed: Feed) =>
  feed === 'shipped' ? mean(firstProcess(runs)) : median(runMedians(runs))

const withThreshold = (percent: number, note: string): Rival => ({
  name: `github-action-benchmark, ${percent} %`,
  how: `its rule: alert when new / last > ${percent} %${note} (benchmark-action/github-action-benchmark c38cce9, src/write.ts)`,
  needs: null,
  slow: false,
  reads: { shipped: 'the mean of one process', 'per process': 'the median of 10 run medians' },
  claimsNoChange: false,
  judge: async (pairs, feed) =>
    pairs.map(pair => {
      const ratio = commitValue(pair.candidate, feed) / commitValue(pair.baseline, feed)
      return { call: ratio > percent / 100 ? 'slower' : 'open' }
    }),
})

export const githubActionBenchmark = [withThreshold(200, ', its default'), withThreshold(110, '')]
