// The metrics of package-benchmark for Swift, by the names that it writes: https://github.com/ordo-one/package-benchmark,
// Sources/Benchmark/BenchmarkMetric.swift. It has no other names for those of a user, nor says of them which are better.
import type { Better, Warning } from '../../model/index.ts'
import { warningOf } from '../format.ts'
import { NO_DIRECTION } from '../output-problems.ts'

const COSTS =
  /^(?:Time|Malloc|Free|Memory|Syscalls|Threads|Bytes) \(|^(?:Context switches|Instructions|Object allocs|Retains|Releases)$/

/** What a metric is here: `size` for bytes, which the tool writes without a unit. */
type SwiftMetric = { metric: string; better: Better; isSize: boolean }

/** Null for a metric that nothing is known of, and for a difference, which may be below zero. */
export function swiftMetric(name: string): SwiftMetric | null {
  if (name.startsWith('Throughput (')) return { metric: 'throughput', better: 'higher', isSize: false }
  if (name.includes('Δ') || !COSTS.test(name)) return null
  const metric = name === 'Time (wall clock)' ? 'time' : name
  return { metric, better: 'lower', isSize: /^(?:Memory|Bytes) |bytes/.test(name) }
}

/** The wall clock first: the throughput is made of it. */
export const primaryFirst = <Each extends { metric: string }>(samples: Each[]): Each[] => [
  ...samples.filter(({ metric }) => metric === 'time'),
  ...samples.filter(({ metric }) => metric !== 'time'),
]

export const SWIFT_HINT = 'run it with --format jmh and give the file as the results'

/** The warning that names metrics of which `swiftMetric` knows nothing. */
export const swiftMetricsLeftOut = (names: Iterable<string>): Warning[] =>
  warningOf(
    'package-benchmark-metric-left-out',
    `metrics left out, ${NO_DIRECTION}, or they are differences:`,
    names,
  )
