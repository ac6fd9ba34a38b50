// The processes themselves as a benchmark, where the command prints no measurements.
import type { Sample } from '../model/index.ts'
import type { Parsed } from './format.ts'

/** What one run of one benchmark took: nanoseconds, bytes, counts; null or absent where it was not measured. */
export type ProcessFigures = {
  wallTime: number
  userTime: number
  systemTime: number
  peakMemory: number | null
  instructions?: number | null | undefined
  cycles?: number | null | undefined
  branchMisses?: number | null | undefined
  cacheMisses?: number | null | undefined
}

/** In the order of the report: `wall-time` first, since the first metric gates. */
const METRICS: [metric: string, key: keyof ProcessFigures, unit: string][] = [
  ['wall-time', 'wallTime', 'ns'],
  ['user-time', 'userTime', 'ns'],
  ['system-time', 'systemTime', 'ns'],
  ['peak-memory', 'peakMemory', 'B'],
  ['instructions', 'instructions', ''],
  ['cycles', 'cycles', ''],
  ['branch-misses', 'branchMisses', ''],
  ['cache-misses', 'cacheMisses', ''],
]

/**
 * One sample per metric that every run of the benchmark `name` has, with one measurement per run: a counter that
 * was not to be had in some run is left out. `perOperation` says that the figures are those of one `op`.
 */
export function processTiming(name: string, runs: ProcessFigures[], perOperation: boolean): Parsed {
  const samples = METRICS.flatMap(([metric, key, unit]): Sample[] => {
    const values = runs.map(run => run[key])
    if (!values.every(value => typeof value === 'number')) return []
    const suffix = perOperation && unit !== 'B' ? '/op' : ''
    return [{ name, metric, unit: `${unit}${suffix}`, better: 'lower', runs: values.map(value => [value]) }]
  })
  return { samples, failures: [], warnings: [] }
}
