// Google Benchmark, --benchmark_format=json (https://github.com/google/benchmark): with --benchmark_repetitions
// one measurement per repetition, all of one process. Aggregates are refused: they cannot be tested.
import { InputError, type Sample, type Warning } from '../../model/index.ts'
import type { Format, Parsed, ParsedFailure } from '../format.ts'
import { hasKey, isObject, type JsonObject, numberAt, objectsAt } from '../json/shape.ts'
import { tolerantJson } from '../json/tolerant.ts'
import { countersOf, type LeftOut, leftOutWarnings } from './counters.ts'

const HINT = 'run it with --benchmark_format=json, or with --benchmark_out=FILE and give FILE as the results'
const KEYS = ['context', 'num_cpus', 'benchmarks']
const TABLE = /^(?:Benchmark\s+Time\s+CPU\s+Iterations|name,iterations,real_time,cpu_time,time_unit)/m
const AGGREGATE_NAME = /_(?:mean|median|stddev|cv|BigO|RMS)$/

/** Metrics `real-time`, `cpu-time` and the counters of known direction; a benchmark is named by its `run_name`. */
export const googleBenchmark: Format = {
  name: 'google-benchmark',
  title: 'Google Benchmark --benchmark_format=json',
  recognises: text => KEYS.every(key => hasKey(text, key)) || TABLE.test(text),
  large: { key: 'benchmarks', keep: withoutCounts, parse: parseDocument },
  parse: (text, source) => parseDocument(tolerantJson(text, source, HINT), source),
}

const UNUSED = new Set([
  'name',
  'family_index',
  'per_family_instance_index',
  'repetitions',
  'repetition_index',
  'iterations',
])

/**
 * A row without what is not read of it: its own name only where there is no other. The fields that every row has stand
 * in a literal, which takes half the memory of an object that grows.
 */
function withoutCounts(row: JsonObject): JsonObject {
  const { run_name = row.name, run_type, threads, real_time, cpu_time, time_unit } = row
  if (typeof run_type !== 'string' || typeof run_name !== 'string') return row
  const kept: JsonObject = { run_name, run_type, threads, real_time, cpu_time, time_unit }
  for (const key in row) if (!UNUSED.has(key) && !(key in kept)) kept[key] = row[key]
  return kept
}

function parseDocument(document: unknown, source: string): Parsed {
  const rows = objectsAt(document, 'benchmarks', source, HINT)
  const iterations = rows.filter(row => !isAggregate(row))
  if (iterations.length === 0 && rows.length > 0) {
    const drop = 'run it without --benchmark_report_aggregates_only'
    throw new InputError(
      `${source}: has aggregates only, without the repetitions that they summarise; ${drop}`,
    )
  }
  const parsed: Parsed = { samples: [], failures: [], warnings: contextWarnings(document) }
  const leftOut: LeftOut = new Map()
  for (const [name, group] of groupedByName(iterations, source)) {
    const failure = failureOf(name, group)
    if (failure) parsed.failures.push(failure)
    else parsed.samples.push(...timesOf(name, group, source), ...countersOf(name, group, leftOut))
  }
  parsed.warnings.push(...leftOutWarnings(leftOut))
  return parsed
}

function groupedByName(rows: JsonObject[], source: string): Map<string, JsonObject[]> {
  const groups = new Map<string, JsonObject[]>()
  for (const row of rows) {
    const name = nameOf(row, source)
    const group = groups.get(name)
    if (group) group.push(row)
    else groups.set(name, [row])
  }
  return groups
}

/** Versions before 1.5 have no run_type: there the suffix of the name tells. */
function isAggregate({ run_type: type, name }: JsonObject): boolean {
  if (typeof type === 'string') return type === 'aggregate'
  return typeof name === 'string' && AGGREGATE_NAME.test(name)
}

function nameOf(row: JsonObject, source: string): string {
  const name = row.run_name ?? row.name
  if (typeof name !== 'string') throw new InputError(`${source}: a row of "benchmarks" has no name; ${HINT}`)
  const threads = typeof row.threads === 'number' ? row.threads : 1
  return threads > 1 && !name.includes('/threads:') ? `${name}/threads:${threads}` : name
}

function failureOf(name: string, rows: JsonObject[]): ParsedFailure | null {
  const failed = rows.filter(row => row.error_occurred === true || row.skipped === true)
  const [first] = failed
  if (!first) return null
  const message = first.error_message ?? first.skip_message
  const what = first.skipped === true ? 'skipped' : 'error'
  const where = failed.length < rows.length ? ` (${failed.length} of ${rows.length} repetitions)` : ''
  if (typeof message !== 'string' || message === '') return { name, reason: `${what}: no message${where}` }
  return { name, reason: `${what}: ${message}${where}`, quotes: true }
}

function timesOf(name: string, rows: JsonObject[], source: string): Sample[] {
  const units = new Set(rows.map(row => (typeof row.time_unit === 'string' ? row.time_unit : 'ns')))
  if (units.size > 1)
    throw new InputError(`${source}: ${name} is given in ${[...units].join(' and ')}; give it one unit`)
  const sampleOf = (metric: string, key: string): Sample => {
    const values = rows.map((row, index) =>
      numberAt(row[key], `${source}: ${key} of ${name}, repetition ${index + 1}`),
    )
    return { name, metric, unit: [...units].join(), better: 'lower', runs: [values] }
  }
  return [sampleOf('real-time', 'real_time'), sampleOf('cpu-time', 'cpu_time')]
}

function contextWarnings(document: unknown): Warning[] {
  const context = isObject(document) && isObject(document.context) ? document.context : {}
  const warnings: Warning[] = []
  if (context.library_build_type === 'debug') {
    const message =
      'the Google Benchmark library is a debug build, which adds to every timing; link one built with ' +
      '-DCMAKE_BUILD_TYPE=Release'
    warnings.push({ code: 'google-benchmark-debug', message })
  }
  if (context.cpu_scaling_enabled === true) {
    const message =
      'Google Benchmark found CPU frequency scaling enabled: timings follow the clock; tune the machine'
    warnings.push({ code: 'google-benchmark-cpu-scaling', message })
  }
  return warnings
}
