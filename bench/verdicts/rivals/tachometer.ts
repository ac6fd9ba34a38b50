// tachometer: the statistics of the real npm package. Its browser is replaced by our processes, one a page load.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Said } from '../score.ts'
import { type Pair, type Rival, runMedians } from './rival.ts'

/** The functions of tachometer's lib/stats.js that are used here. */
type Stats = {
  summaryStats: (values: number[]) => unknown
  computeDifference: (a: unknown, b: unknown) => { relative: { low: number; high: number } }
}

/** Its defaults: 50 samples, then ten more at a time until the interval leaves 0 % or 3 minutes are over. */
const SAMPLING = { first: 50, batch: 10 }
/** The most samples a side: in 3 minutes, at half a second a process, there are 180 more. */
export const MOST_SAMPLES = 230

function compare(stats: Stats, baseline: number[], candidate: number[]): Said {
  const { relative } = stats.computeDifference(stats.summaryStats(baseline), stats.summaryStats(candidate))
  const call = relative.low > 0 ? 'slower' : relative.high < 0 ? 'faster' : 'open'
  return { call, interval: [1 + relative.low, 1 + relative.high], runs: baseline.length }
}

function sampleOn(stats: Stats, { pages }: Pair): Said {
  const { baseline, candidate } = pages as NonNullable<Pair['pages']>
  for (let size = SAMPLING.first; ; size += SAMPLING.batch) {
    const said = compare(stats, baseline.slice(0, size), candidate.slice(0, size))
    if (said.call !== 'open' || size >= MOST_SAMPLES) return said
  }
}

export const tachometer: Rival = {
  name: 'tachometer',
  how: `the real statistics of npm tachometer 0.7.2 (lib/stats.js on jstat); as shipped it samples on until it sees a difference, here up to ${MOST_SAMPLES} processes a side`,
  needs: 'tachometer',
  slow: false,
  reads: { shipped: '1 value each of 50 to 230 processes', 'per process': '10 run medians, no sampling on' },
  claimsNoChange: false,
  requires: feed => (feed === 'shipped' ? 'pages' : null),
  judge: async (pairs, feed, tools) => {
    const file = join(tools.tachometer as string, 'node_modules/tachometer/lib/stats.js')
    const stats: Stats = await import(pathToFileURL(file).href)
    return pairs.map(pair =>
      feed === 'shipped'
        ? sampleOn(stats, pair)
        : compare(stats, runMedians(pair.baseline), runMedians(pair.candidate)),
    )
  },
}
