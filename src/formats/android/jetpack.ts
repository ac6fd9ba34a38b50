// Jetpack Benchmark and Macrobenchmark of Android, *-benchmarkData.json
// (https://developer.android.com/topic/performance/benchmarking/benchmarking-in-ci): the runs of each metric, all of one process.

import { InputError, type Sample, type Warning } from '../../model/index.ts'
import { type Format, firstTen, type Parsed } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { hasKey, isObject, type JsonObject, numberAt, objectsAt, shown } from '../json/shape.ts'
import { NO_DIRECTION } from '../output-problems.ts'
import { withParameters } from '../parameters.ts'

const HINT = 'give the file *-benchmarkData.json'

const recognises = (text: string) =>
  ['context', 'benchmarks', 'totalRunTimeNs', 'metrics'].every(key => hasKey(text, key))

export const jetpack: Format = {
  name: 'jetpack-benchmark',
  title: 'Jetpack Benchmark (Android)',
  recognises,
  parse: (text, source) => parsedDocuments(text, source, { recognises, hint: HINT }, parse),
}

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
  const runs = isObject(found) ? found.runs : undefined
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
    if (unit === null || values.some(value => value < 0)) leftOut.add(metric)
    // Where no frame was drawn, there is nothing to measure.
    if (unit === null || values.length === 0 || values.some(value => value < 0)) return []
    const known = metric === 'timeNs' ? 'time' : metric
    return [{ name, metric: known, unit, better: 'lower', runs: [values] }]
  })
}

function parse(document: unknown, source: string): Parsed {
  const leftOut = new Set<string>()
  const parsed: Parsed = { samples: [], failures: [], warnings: [] }
  for (const [i, benchmark] of objectsAt(document, 'benchmarks', source, HINT).entries()) {
    const where = `${source}: benchmarks[${i}]`
    const samples = samplesOf(benchmark, where, leftOut)
    parsed.samples.push(...samples)
    const given = [benchmark.metrics, benchmark.sampledMetrics].flatMap(each =>
      isObject(each) ? Object.keys(each) : [],
    )
    if (samples.length === 0 && !given.some(metric => leftOut.has(metric)))
      parsed.failures.push({ name: nameOf(benchmark, where), reason: 'nothing was measured' })
  }
  const message = `metrics left out, ${NO_DIRECTION}, or values are below zero: ${firstTen(leftOut)}`
  const warnings: Warning[] = leftOut.size === 0 ? [] : [{ code: 'jetpack-metric-left-out', message }]
  return { ...parsed, warnings }
}

function nameOf({ name, className, params }: JsonObject, where: string): string {
  if (typeof name !== 'string') throw new InputError(`${where}: the name is ${shown(name)}; ${HINT}`)
  const parameters = Object.entries(isObject(params) ? params : {}).map(
    ([key, value]) => [key, String(value)] as [string, string],
  )
  return withParameters(typeof className === 'string' ? `${className}.${name}` : name, parameters)
}
