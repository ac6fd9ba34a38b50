// Whole processes as a benchmark, where the command prints no measurements.
import type { ProcessFigures, Sample } from '../model/index.ts'
import type { Parsed } from './format.ts'

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
 * One sample for each metric of the benchmark `name`, with one measurement per run. A counter that some run lacks is
 * left out. With `perOperation` the figures are those of one operation.
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
