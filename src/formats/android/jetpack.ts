// Jetpack Benchmark and Macrobenchmark of Android, *-benchmarkData.json
// (https://developer.android.com/topic/performance/benchmarking/benchmarking-in-ci): the runs of each metric, all of one process.
import { InputError, type Sample } from '../../model/index.ts'
import { type ParsedFailure, warningOf, withParameters } from '../format.ts'
import { jsonFormat } from '../json/own-documents.ts'
import {
  isObject,
  type JsonObject,
  nameAt,
  numberAt,
  objectOf,
  objectsAt,
  parameterText,
  shown,
} from '../json/shape.ts'
import { NO_DIRECTION } from '../output-problems.ts'

const HINT = 'give the file *-benchmarkData.json'

/**
 * `timeNs`, `timeToInitialDisplayMs`, `memoryRssAnonMaxKb`; counts have no unit, and of those only allocations cost something,
 * whatever they count.
 */
function unitOf(metric: string): string | null {
  if (metric === 'allocationCount') return ''
  const unit = /(Ns|Us|Ms|Bytes|Kb)$/.exec(metric)?.[1]
  return unit === undefined ? null : unit === 'Kb' ? 'KiB' : unit.toLowerCase()
}

/** Each run of a sampled metric is a list: of the frames that were drawn, for example. */
function valuesOf(found: unknown, where: string): number[] {
  const { runs } = objectOf(found)
  if (!Array.isArray(runs)) throw new InputError(`${where} has no runs; ${HINT}`)
  return runs.flat().map((value: unknown) => numberAt(value, where))
}

function samplesOf(benchmark: JsonObject, where: string, leftOut: Set<string>): Sample[] {
  const name = nameOf(benchmark, where)
  const { metrics, sampledMetrics = {} } = benchmark
  if (!isObject(metrics) || !isObject(sampledMetrics))
    throw new InputError(
      `${where} (${name}): metrics is ${shown(metrics)}, sampledMetrics is ${shown(sampledMetrics)}; ${HINT}`,
    )
  return Object.entries({ ...metrics, ...sampledMetrics }).flatMap(([metric, found]): Sample[] => {
    const unit = unitOf(metric)
    const values = unit === null ? [] : valuesOf(found, `${where} (${name}): ${metric}`)
    // A frame that was ready before its time has an overrun below zero.
    if (unit === null || values.some(value => value < 0)) {
      leftOut.add(metric)
      return []
    }
    const known = metric === 'timeNs' ? 'time' : metric
    // Where no frame was drawn, there is nothing to measure.
    return values.length === 0 ? [] : [{ name, metric: known, unit, better: 'lower', runs: [values] }]
  })
}

function nameOf({ name: own, className, params }: JsonObject, where: string): string {
  const name = nameAt(own, where, HINT)
  const parameters = Object.entries(objectOf(params)).map(
    ([key, value]) => [key, parameterText(value)] as const,
  )
  return withParameters(typeof className === 'string' ? `${className}.${name}` : name, parameters)
}

export const jetpack = jsonFormat({
  name: 'jetpack-benchmark',
  title: 'Jetpack Benchmark (Android)',
  keys: ['context', 'benchmarks', 'totalRunTimeNs', 'metrics'],
  hint: HINT,
  read: (document, source) => {
    const leftOut = new Set<string>()
    const failures: ParsedFailure[] = []
    const samples = objectsAt(document, 'benchmarks', source, HINT).flatMap((benchmark, i) => {
      const where = `${source}: benchmarks[${i}]`
      const own = samplesOf(benchmark, where, leftOut)
      const given = { ...objectOf(benchmark.metrics), ...objectOf(benchmark.sampledMetrics) }
      if (own.length === 0 && !Object.keys(given).some(metric => leftOut.has(metric)))
        failures.push({ name: nameOf(benchmark, where), reason: 'nothing was measured' })
      return own
    })
    const said = `metrics left out, ${NO_DIRECTION}, or values are below zero:`
    return { samples, failures, warnings: warningOf('jetpack-metric-left-out', said, leftOut) }
  },
})
