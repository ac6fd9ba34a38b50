// The counts of Valgrind's tools that say something about a program, and how gungraun calls them.
import type { Sample } from '../../model/index.ts'

type CountedMetric = Pick<Sample, 'metric' | 'unit'>

/** In the order of the report, by the names in JSON and on the console. More hits of a cache may be better or worse. */
const METRICS = new Map<string, CountedMetric>([
  ['Ir', { metric: 'instructions', unit: '' }],
  ['EstimatedCycles', { metric: 'estimated-cycles', unit: '' }],
  ['TotalRW', { metric: 'total-accesses', unit: '' }],
  ['RamHits', { metric: 'ram-hits', unit: '' }],
  ['TotalBytes', { metric: 'allocated', unit: 'B' }],
  ['TotalBlocks', { metric: 'allocations', unit: '' }],
  ['AtTGmaxBytes', { metric: 'peak-memory', unit: 'B' }],
])

/** The names that are printed -> those in JSON. */
export const LABELS = new Map([
  ['Instructions', 'Ir'],
  ['Estimated Cycles', 'EstimatedCycles'],
  ['Total read+write', 'TotalRW'],
  ['RAM Hits', 'RamHits'],
  ['Total bytes', 'TotalBytes'],
  ['Total blocks', 'TotalBlocks'],
  ['At t-gmax bytes', 'AtTGmaxBytes'],
])

/** A benchmark's counts, the first tool's where two count the same. */
export function samplesOf(name: string, counts: Map<string, number>): Sample[] {
  return [...METRICS].flatMap(([key, metric]): Sample[] => {
    const count = counts.get(key)
    return count === undefined ? [] : [{ name, ...metric, better: 'lower', runs: [[count]] }]
  })
}
