// package-benchmark for Swift (https://github.com/ordo-one/package-benchmark), --format jmh: a list like that of JMH, without its
// version, with each measurement of the process; or what it prints.

import { InputError, type Sample } from '../../model/index.ts'
import { type Format, firstTen, type Parsed } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { hasKey, isObject, type JsonObject, numberAt, shown } from '../json/shape.ts'
import { hasDocument } from '../json/tolerant.ts'
import { eitherOf } from '../runs/join-parsed.ts'
import { leftOutCode, leftOutText, primaryFirst, SWIFT_HINT, SWIFT_TOOL, swiftMetric } from './metrics.ts'
import { packageBenchmarkText } from './package-benchmark-text.ts'

const PREFIX = 'package.benchmark.'

const isResult = (value: unknown) =>
  isObject(value) &&
  typeof value.benchmark === 'string' &&
  value.benchmark.startsWith(PREFIX) &&
  isObject(value.primaryMetric) &&
  !('jmhVersion' in value)

const isList = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isResult)

const recognises = (text: string) =>
  text.includes(`"${PREFIX}`) && hasKey(text, 'primaryMetric') && hasDocument(text, isList)

function valuesOf(scores: unknown, where: string): { values: number[]; unit: string } {
  const { rawData, scoreUnit } = isObject(scores) ? scores : {}
  if (!Array.isArray(rawData) || !rawData.every(Array.isArray) || typeof scoreUnit !== 'string')
    throw new InputError(`${where} has no raw data with a unit; ${SWIFT_HINT}`)
  return { values: rawData.flat().map((value: unknown) => numberAt(value, where)), unit: scoreUnit }
}

function samplesOf(result: JsonObject, where: string, leftOut: Set<string>): Sample[] {
  const { benchmark, primaryMetric, secondaryMetrics } = result
  if (typeof benchmark !== 'string')
    throw new InputError(`${where}: the benchmark is ${shown(benchmark)}; ${SWIFT_HINT}`)
  const name = benchmark.startsWith(PREFIX) ? benchmark.slice(PREFIX.length) : benchmark
  const others = isObject(secondaryMetrics) ? Object.entries(secondaryMetrics).sort() : []
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

function parse(results: unknown, source: string): Parsed {
  if (!Array.isArray(results))
    throw new InputError(`${source}: is ${shown(results)}, expected a list; ${SWIFT_HINT}`)
  const leftOut = new Set<string>()
  const samples = results.flatMap((result, i) => {
    if (isObject(result)) return samplesOf(result, `${source}: [${i}]`, leftOut)
    throw new InputError(`${source}: [${i}] is ${shown(result)}, expected an object; ${SWIFT_HINT}`)
  })
  const message = leftOutText(firstTen(leftOut))
  return { samples, failures: [], warnings: leftOut.size === 0 ? [] : [{ code: leftOutCode, message }] }
}

const json: Format = {
  ...SWIFT_TOOL,
  recognises,
  parse: (text, source) => parsedDocuments(text, source, { recognises, hint: SWIFT_HINT }, parse),
}

export const packageBenchmark: Format = eitherOf(json, packageBenchmarkText)
