// package-benchmark for Swift (https://github.com/ordo-one/package-benchmark), --format jmh: a list like that of JMH, without its
// version, with each measurement of the process; or what it prints.
import { InputError, type Sample } from '../../model/index.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { isListOf, isObject, type JsonObject, listOf, numberAt, objectOf, shown } from '../json/shape.ts'
import { eitherOf } from '../runs/join-parsed.ts'
import { primaryFirst, SWIFT_HINT, swiftMetric, swiftMetricsLeftOut } from './metrics.ts'
import { packageBenchmarkText } from './package-benchmark-text.ts'

const PREFIX = 'package.benchmark.'

const isResult = (value: unknown) =>
  isObject(value) &&
  typeof value.benchmark === 'string' &&
  value.benchmark.startsWith(PREFIX) &&
  isObject(value.primaryMetric) &&
  !('jmhVersion' in value)

function valuesOf(scores: unknown, where: string): { values: number[]; unit: string } {
  const { rawData, scoreUnit } = objectOf(scores)
  if (!Array.isArray(rawData) || !rawData.every(Array.isArray) || typeof scoreUnit !== 'string')
    throw new InputError(`${where} has no raw data with a unit; ${SWIFT_HINT}`)
  return { values: rawData.flat().map((value: unknown) => numberAt(value, where)), unit: scoreUnit }
}

function samplesOf(result: JsonObject, where: string, leftOut: Set<string>): Sample[] {
  const { benchmark, primaryMetric, secondaryMetrics } = result
  if (typeof benchmark !== 'string')
    throw new InputError(`${where}: the benchmark is ${shown(benchmark)}; ${SWIFT_HINT}`)
  const name = benchmark.startsWith(PREFIX) ? benchmark.slice(PREFIX.length) : benchmark
  const others = Object.entries(objectOf(secondaryMetrics)).sort()
  const all: [string, unknown][] = [['Throughput (# / s)', primaryMetric], ...others]
  const samples = all.flatMap(([written, scores]): Sample[] => {
    const known = swiftMetric(written)
    if (known === null) {
      leftOut.add(written)
      return []
    }
    const { values, unit } = valuesOf(scores, `${where} (${name}): ${written}`)
    const own = known.isSize ? 'B' : unit === '#' ? '' : unit
    // Those that were not measured are empty.
    return values.length === 0
      ? []
      : [{ name, metric: known.metric, unit: own, better: known.better, runs: [values] }]
  })
  return primaryFirst(samples)
}

const json = jsonFormat({
  name: 'package-benchmark',
  title: 'package-benchmark (Swift)',
  keys: ['benchmark', 'primaryMetric'],
  sign: /"package\.benchmark\./,
  isOwn: isListOf(isResult),
  hint: SWIFT_HINT,
  read: (document, source) => {
    const leftOut = new Set<string>()
    const samples = listOf(document, source, SWIFT_HINT).flatMap((result, i) => {
      if (isObject(result)) return samplesOf(result, `${source}: [${i}]`, leftOut)
      throw new InputError(`${source}: [${i}] is ${shown(result)}, expected an object; ${SWIFT_HINT}`)
    })
    return { samples, warnings: swiftMetricsLeftOut(leftOut) }
  },
})

export const packageBenchmark = eitherOf(json, packageBenchmarkText)
