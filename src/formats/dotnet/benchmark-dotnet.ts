// BenchmarkDotNet, --exporters fulljson (https://benchmarkdotnet.org/articles/configs/exporters.html): every launch is a process
// of its own with a measurement per iteration.
import { grouped } from '../../grouped.ts'
import { InputError } from '../../model/index.ts'
import type { Parsed } from '../format.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { asText, type JsonObject, numberAt, objectOf, objectsAt, shown } from '../json/shape.ts'

const HINT =
  'run it with --exporters fulljson and set results to BenchmarkDotNet.Artifacts/results/*-report-full*.json'

export const benchmarkDotNet = jsonFormat({
  name: 'benchmark-dotnet',
  title: 'BenchmarkDotNet --exporters fulljson',
  perProcess: true,
  inOrder: true,
  keys: ['HostEnvironmentInfo', 'Benchmarks', 'FullName'],
  hint: HINT,
  read: (document, source) => {
    const parsed: Parsed = { samples: [], failures: [], warnings: [] }
    for (const [i, benchmark] of objectsAt(document, 'Benchmarks', source, HINT).entries())
      addBenchmark(parsed, benchmark, `${source}: Benchmarks[${i}]`)
    return parsed
  },
})

/**
 * The job, which is in no name: `Bench.Parse: .NET 8.0(Runtime=.NET 8.0) [size=100]`. The name that BenchmarkDotNet makes
 * up, `Job-ABCDEF`, says less than its characteristics.
 */
function jobIn(displayInfo: unknown): { place?: string } {
  const form = /: (?<job>[^:([]+?)(?:\((?<characteristics>.*?)\))?(?: \[.*\])?$/
  const { job, characteristics } = form.exec(asText(displayInfo ?? ''))?.groups ?? {}
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
  const add = (metric: string, unit: string, runs: number[][]) =>
    samples.push({ name, metric, unit, better: 'lower', runs, ...job })
  add('time', 'ns', launchesOf(benchmark, where))
  const { BytesAllocatedPerOperation: allocated } = objectOf(Memory)
  if (typeof allocated === 'number') add('allocated', 'B/op', [[allocated]])
}

const isResult = ({ IterationMode: mode, IterationStage: stage }: JsonObject) =>
  mode === 'Workload' && stage === 'Result'

/** Nanoseconds per operation, launch by launch; the short export has them all together. */
function launchesOf(benchmark: JsonObject, where: string): number[][] {
  const { Measurements, Statistics } = benchmark
  if (Array.isArray(Measurements)) {
    const results = objectsAt(benchmark, 'Measurements', where, HINT).filter(isResult)
    const timeOf = ({ Nanoseconds, Operations }: JsonObject) =>
      numberAt(Nanoseconds, `${where}: Nanoseconds`) / numberAt(Operations, `${where}: Operations`)
    const launches = [...grouped(results, ({ LaunchIndex }) => LaunchIndex).values()]
    if (launches.length > 0) return launches.map(launch => launch.map(timeOf))
  }
  const { OriginalValues: values } = objectOf(Statistics)
  if (!Array.isArray(values)) throw new InputError(`${where}: has no measurements; ${HINT}`)
  return [values.map((value, i) => numberAt(value, `${where}: value ${i + 1}`))]
}
