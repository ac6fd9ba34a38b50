// Google Benchmark, --benchmark_format=json (https://github.com/google/benchmark): with --benchmark_repetitions
// one measurement per repetition, all of one process. Aggregates are refused: they cannot be tested. rows.ts
// collects the fields of a row, counters.ts says which counters are read.
import { InputError, type Sample, type Warning } from '../../model/index.ts'
import { type Format, firstTen, type Parsed, type ParsedFailure } from '../format.ts'
import { readLargeList } from '../json/large-list.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { type JsonObject, numberAt, objectOf, objectsAt } from '../json/shape.ts'
import { counterSamples, type LeftOut, leftOutWarnings } from './counters.ts'
import { addRow, type BenchmarkRows, type Rows } from './rows.ts'

const HINT = 'run it with --benchmark_format=json, or with --benchmark_out=FILE and give FILE as the results'
const TABLE = /^(?:Benchmark\s+Time\s+CPU\s+Iterations|name,iterations,real_time,cpu_time,time_unit)/m

const json = jsonFormat({
  name: 'google-benchmark',
  title: 'Google Benchmark --benchmark_format=json',
  keys: ['context', 'num_cpus', 'benchmarks'],
  hint: HINT,
  stream: (chunks, source) => {
    const rows = noRows()
    const document = readLargeList(chunks, 'benchmarks', row => addRow(rows, row, source, HINT))
    return document && parsedRows(rows, document, source)
  },
  read: (document, source) => {
    const rows = noRows()
    for (const row of objectsAt(document, 'benchmarks', source, HINT)) addRow(rows, row, source, HINT)
    return parsedRows(rows, document, source)
  },
})

/** Metrics `real-time`, `cpu-time` and the counters of known direction; a benchmark is named by its `run_name`. */
export const googleBenchmark: Format = {
  ...json,
  recognises: text => json.recognises(text) || TABLE.test(text),
}

const noRows = (): Rows => ({ benchmarks: new Map(), aggregated: new Set() })

const NO_REPETITIONS = 'aggregates only, without the repetitions that they summarise'
const DROP = 'run it without --benchmark_report_aggregates_only'

/** Benchmarks of which no repetition is there, since their source asks for aggregates only; null for none. */
function aggregatedOnly({ benchmarks, aggregated }: Rows): Warning | null {
  const names = [...aggregated].filter(name => !benchmarks.has(name))
  if (names.length === 0) return null
  const message = `${firstTen(names)}: left out, since the output has ${NO_REPETITIONS}; ${DROP}, and without ReportAggregatesOnly or DisplayAggregatesOnly`
  return { code: 'google-benchmark-aggregates', message }
}

/** `document` is the document without its rows. */
function parsedRows(rows: Rows, document: unknown, source: string): Parsed {
  const { benchmarks, aggregated } = rows
  if (benchmarks.size === 0 && aggregated.size > 0)
    throw new InputError(`${source}: has ${NO_REPETITIONS}; ${DROP}`)
  const left = aggregatedOnly(rows)
  const warnings = [...contextWarnings(document), ...(left === null ? [] : [left])]
  const parsed: Parsed = { samples: [], failures: [], warnings }
  const leftOut: LeftOut = new Map()
  const program = programOf(document)
  for (const benchmark of benchmarks.values()) {
    const { name, counters } = benchmark
    const failure = failureOf(benchmark)
    if (failure) parsed.failures.push({ ...failure, ...program })
    else {
      const samples = [...timesOf(benchmark, source), ...counterSamples(name, counters, leftOut)]
      for (const sample of samples) parsed.samples.push({ ...sample, ...program })
    }
  }
  parsed.warnings.push(...leftOutWarnings(leftOut))
  return parsed
}

/** Two programs, one after the other, may have benchmarks of one name. */
function programOf(document: unknown): { place?: string } {
  const { executable } = contextOf(document)
  const place = typeof executable === 'string' ? executable.split(/[/\\]/).at(-1) : undefined
  return place ? { place } : {}
}

function failureOf({ name, rows, failed, firstFailed: first }: BenchmarkRows): ParsedFailure | null {
  if (!first) return null
  const message = first.error_message ?? first.skip_message
  const what = first.skipped === true ? 'skipped' : 'error'
  const where = failed < rows ? ` (${failed} of ${rows} repetitions)` : ''
  if (typeof message !== 'string' || message === '') return { name, reason: `${what}: no message${where}` }
  return { name, reason: `${what}: ${message}${where}`, quotes: true }
}

function timesOf({ name, units, times }: BenchmarkRows, source: string): Sample[] {
  if (units.length > 1)
    throw new InputError(`${source}: ${name} is given in ${units.join(' and ')}; give it one unit`)
  const sampleOf = (metric: string, key: keyof typeof times): Sample => {
    const values = times[key].map((value, index) =>
      numberAt(value, `${source}: ${key} of ${name}, repetition ${index + 1}`),
    )
    return { name, metric, unit: units.join(), better: 'lower', runs: [values] }
  }
  return [sampleOf('real-time', 'real_time'), sampleOf('cpu-time', 'cpu_time')]
}

const contextOf = (document: unknown): JsonObject => objectOf(objectOf(document).context)

function contextWarnings(document: unknown): Warning[] {
  const { library_build_type: build, cpu_scaling_enabled: isScaling } = contextOf(document)
  const debug =
    'the Google Benchmark library is a debug build, which adds to every timing; link one built with ' +
    '-DCMAKE_BUILD_TYPE=Release'
  const scaling =
    'Google Benchmark found CPU frequency scaling enabled: timings follow the clock; tune the machine'
  return [
    ...(build === 'debug' ? [{ code: 'google-benchmark-debug', message: debug }] : []),
    ...(isScaling === true ? [{ code: 'google-benchmark-cpu-scaling', message: scaling }] : []),
  ]
}
