// The results of hyperfine 2 (schema_version 2): per run an object of measured quantities, each with its unit.
import { InputError, type Warning } from '../../model/index.ts'
import { isObject, type JsonObject, numberAt, objectOf, shown } from '../json/shape.ts'
import { EXPORT_JSON, type HyperfineCommand, parametersOf } from './command.ts'

const WALL_TIME = 'time_wall_clock'

/** The quantities that are read, with the unit where the file gives none. The CPU time holds user and system time. */
const METRICS = new Map([
  [WALL_TIME, { metric: 'wall-time', unit: 's' }],
  ['time_cpu', { metric: 'cpu-time', unit: 's' }],
  ['memory_peak_resident', { metric: 'peak-memory', unit: 'B' }],
  ['instructions', { metric: 'instructions', unit: 'instructions' }],
  ['cpu_cycles', { metric: 'cpu-cycles', unit: 'cycles' }],
  ['cache_misses', { metric: 'cache-misses', unit: 'misses' }],
  ['branch_misses', { metric: 'branch-misses', unit: 'misses' }],
])

const SYMBOLS = new Map(Object.entries({ second: 's', byte: 'B' }))

/** The commands of a document, its `primary_metric` first. Throws an InputError, adds to `warnings`. */
export function readSchema2(
  document: JsonObject,
  results: JsonObject[],
  source: string,
  warnings: Warning[],
): HyperfineCommand[] {
  if (document.schema_version !== 2) {
    const version = shown(document.schema_version)
    throw new InputError(
      `${source}: has schema_version ${version}; only those of hyperfine 1 and 2 are known`,
    )
  }
  const keys = rankedKeys(document.primary_metric, warnings)
  return results.map((result, index) => readResult(result, keys, `${source}: results[${index}]`, warnings))
}

function rankedKeys(primary: unknown, warnings: Warning[]): string[] {
  const keys = [...METRICS.keys()]
  if (typeof primary === 'string' && METRICS.has(primary)) return [...new Set([primary, ...keys])]
  const message = `hyperfine's primary metric ${shown(primary)} is not known; wall-time stands in for it`
  warnings.push({ code: 'hyperfine-primary-metric', message })
  return keys
}

function readResult(
  result: JsonObject,
  keys: string[],
  where: string,
  warnings: Warning[],
): HyperfineCommand {
  const { command, name } = result
  if (typeof command !== 'string') throw new InputError(`${where} has no command; ${EXPORT_JSON}`)
  const label = typeof name === 'string' ? name : command
  const runs = runsOf(result, `${where} (${label})`)
  const complete = keys.filter(key => {
    const count = runs.filter(run => key in run).length
    if (count > 0 && count < runs.length) {
      const message = `${key} of ${JSON.stringify(label)} is left out: only ${count} of ${runs.length} runs have it`
      warnings.push({ code: 'hyperfine-incomplete-metric', message })
    }
    return count === runs.length
  })
  return {
    label,
    parameters: parametersOf(result),
    exitCodes: runs.map(run => run.exit_code ?? null),
    metrics: complete.map(key => readMetric(key, runs, where)),
  }
}

function runsOf({ measurements }: JsonObject, where: string): JsonObject[] {
  if (!Array.isArray(measurements) || measurements.length === 0)
    throw new InputError(`${where} has no measurements; ${EXPORT_JSON}`)
  return measurements.map((run, index) => {
    if (isObject(run) && WALL_TIME in run) return run
    throw new InputError(`${where}.measurements[${index}] has no ${WALL_TIME}; ${EXPORT_JSON}`)
  })
}

function readMetric(key: string, runs: JsonObject[], where: string): HyperfineCommand['metrics'][number] {
  const { metric, unit: usual } = METRICS.get(key) ?? { metric: key, unit: '' }
  const quantities = runs.map(run => objectOf(run[key]))
  const units = new Set(
    quantities.map(({ unit }) => (typeof unit === 'string' ? (SYMBOLS.get(unit) ?? unit) : usual)),
  )
  const [unit = usual, ...others] = units
  if (others.length > 0)
    throw new InputError(`${where}: ${key} is given in ${[...units].join(' and ')}; ${EXPORT_JSON}`)
  const values = quantities.map(({ value }, index) =>
    numberAt(value, `${where}.measurements[${index}].${key}.value`),
  )
  return { metric, unit, values }
}
