// BenchmarkDotNet, --exporters fulljson (https://benchmarkdotnet.org/articles/configs/exporters.html): every launch is a process
// of its own with a measurement per iteration.
import { InputError } from '../../model/index.ts'
import type { Format, Parsed, ParsedSample } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { hasKey, isObject, type JsonObject, numberAt, objectsAt, shown } from '../json/shape.ts'

const HINT =
  'run it with --exporters fulljson and set results to BenchmarkDotNet.Artifacts/results/*-report-full*.json'
const KEYS = ['HostEnvironmentInfo', 'Benchmarks', 'FullName']

const recognises = (text: string) => KEYS.every(key => hasKey(text, key))

export const benchmarkDotNet: Format = {
  name: 'benchmark-dotnet',
  title: 'BenchmarkDotNet --exporters fulljson',
  perProcess: true,
  inOrder: true,
  recognises,
  parse: (text, source) => parsedDocuments(text, source, { recognises, hint: HINT }, parse),
}

function parse(document: unknown, source: string): Parsed {
  const parsed: Parsed = { samples: [], failures: [], warnings: [] }
  const benchmarks = objectsAt(document, 'Benchmarks', source, HINT)
  for (const [i, benchmark] of benchmarks.entries())
    addBenchmark(parsed, benchmark, `${source}: Benchmarks[${i}]`)
  return parsed
}

/**
 * The job, which is in no name: `Bench.Parse: .NET 8.0(Runtime=.NET 8.0) [size=100]`. The name that BenchmarkDotNet makes
 * up, `Job-ABCDEF`, says less than its characteristics.
 */
function jobIn(displayInfo: unknown): { place?: string } {
  const found = /: (?<job>[^:([]+?)(?:\((?<characteristics>.*?)\))?(?: \[.*\])?$/.exec(
    String(displayInfo ?? ''),
  )
  const { job, characteristics } = found?.groups ?? {}
  const place = job?.startsWith('Job-') && characteristics ? characteristics : job
  return place === undefined ? {} : { place }
}

/** The full name has the parameters in it: `Space.Class.Method(size: 100)`. */
function addBenchmark({ samples, failures }: Parsed, benchmark: JsonObject, at: string): void {
  const { FullName: name, Statistics, Memory, DisplayInfo } = benchmark
  if (typeof name !== 'string') throw new InputError(`${at}: FullName is ${shown(name)}; ${HINT}`)
  const where = `${at} (${name})`
  const job = jobIn(DisplayInfo)
  if (Statistics === null)
    return void failures.push({ name, reason: 'it has no statistics: it failed', ...job })
  const time = { name, metric: 'time', unit: 'ns', better: 'lower' } as const
  samples.push({ ...time, runs: launchesOf(benchmark, where), ...job })
  const allocated = isObject(Memory) ? Memory.BytesAllocatedPerOperation : undefined
  if (typeof allocated === 'number') {
    samples.push({
      name,
      metric: 'allocated',
      unit: 'B/op',
      better: 'lower',
      runs: [[allocated]],
      ...job,
    } satisfies ParsedSample)
  }
}

const isResult = ({ IterationMode: mode, IterationStage: stage }: JsonObject) =>
  mode === 'Workload' && stage === 'Result'

/** Nanoseconds per operation, launch by launch; the short export has them all together. */
function launchesOf(benchmark: JsonObject, where: string): number[][] {
  const { Measurements, Statistics } = benchmark
  if (Array.isArray(Measurements)) {
    const launches = new Map<unknown, number[]>()
    for (const each of objectsAt(benchmark, 'Measurements', where, HINT).filter(isResult)) {
      const total = numberAt(each.Nanoseconds, `${where}: Nanoseconds`)
      const time = total / numberAt(each.Operations, `${where}: Operations`)
      launches.set(each.LaunchIndex, [...(launches.get(each.LaunchIndex) ?? []), time])
    }
    if (launches.size > 0) return [...launches.values()]
  }
  const values = isObject(Statistics) ? Statistics.OriginalValues : undefined
  if (!Array.isArray(values)) throw new InputError(`${where}: has no measurements; ${HINT}`)
  return [values.map((value, i) => numberAt(value, `${where}: value ${i + 1}`))]
}
