// Collects the rows of each benchmark as numbers. Nothing else of a large file stays in memory.
import { InputError } from '../../model/index.ts'
import type { JsonObject } from '../json/shape.ts'
import { OTHER_FIELDS } from './counters.ts'

/**
 * `times` and `counters` hold the numbers of the rows, one after the other. `firstFailed` is the first row with an
 * error, or skipped.
 */
export type BenchmarkRows = {
  name: string
  rows: number
  failed: number
  firstFailed: JsonObject | null
  units: string[]
  times: { real_time: unknown[]; cpu_time: unknown[] }
  counters: Map<string, number[]>
}

/** `aggregated` has the names of the benchmarks that rows summarise. */
export type Rows = { benchmarks: Map<string, BenchmarkRows>; aggregated: Set<string> }

const AGGREGATE_NAME = /_(?:mean|median|stddev|cv|BigO|RMS)$/

/** Adds the next row of a file. Throws an InputError for one without a name; `source` and `hint` are for its message. */
export function addRow(rows: Rows, row: JsonObject, source: string, hint: string): void {
  if (isAggregate(row)) {
    const name = nameOf(row, source, hint)
    if (!isFit(row)) rows.aggregated.add(row.run_name === undefined ? name.replace(AGGREGATE_NAME, '') : name)
    return
  }
  const benchmark = benchmarkOf(rows, row, source, hint)
  benchmark.rows++
  const unit = typeof row.time_unit === 'string' ? row.time_unit : 'ns'
  if (!benchmark.units.includes(unit)) benchmark.units.push(unit)
  benchmark.times.real_time.push(row.real_time)
  benchmark.times.cpu_time.push(row.cpu_time)
  if (row.error_occurred === true || row.skipped === true) {
    benchmark.failed++
    benchmark.firstFailed ??= row
  }
  addCounters(benchmark.counters, row)
}

/** What is fitted to the sizes of a family: no benchmark has its name. */
const isFit = ({ name, aggregate_name: of }: JsonObject) =>
  of === 'BigO' || of === 'RMS' || (typeof name === 'string' && /_(?:BigO|RMS)$/.test(name))

/** Versions before 1.5 have no run_type: there the suffix of the name tells. */
function isAggregate({ run_type: type, name }: JsonObject): boolean {
  if (typeof type === 'string') return type === 'aggregate'
  return typeof name === 'string' && AGGREGATE_NAME.test(name)
}

function benchmarkOf({ benchmarks }: Rows, row: JsonObject, source: string, hint: string): BenchmarkRows {
  const name = nameOf(row, source, hint)
  const known = benchmarks.get(name)
  if (known) return known
  const benchmark: BenchmarkRows = {
    ...{ name, rows: 0, failed: 0, firstFailed: null },
    ...{ units: [], times: { real_time: [], cpu_time: [] }, counters: new Map() },
  }
  benchmarks.set(name, benchmark)
  return benchmark
}

function nameOf(row: JsonObject, source: string, hint: string): string {
  const name = row.run_name ?? row.name
  if (typeof name !== 'string') throw new InputError(`${source}: a row of "benchmarks" has no name; ${hint}`)
  const threads = typeof row.threads === 'number' ? row.threads : 1
  return threads > 1 && !name.includes('/threads:') ? `${name}/threads:${threads}` : name
}

function addCounters(counters: Map<string, number[]>, row: JsonObject): void {
  for (const key in row) {
    const value = row[key]
    if (typeof value !== 'number' || OTHER_FIELDS.has(key)) continue
    const known = counters.get(key)
    if (known) known.push(value)
    else counters.set(key, [value])
  }
}
