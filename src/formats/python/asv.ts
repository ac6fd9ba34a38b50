// airspeed velocity: a file of its results directory (https://asv.readthedocs.io/en/stable/dev.html#benchmark-suite-layout-and-file-formats),
// with samples where it ran with --record-samples, else one number per benchmark.
import { InputError, type Sample } from '../../model/index.ts'
import { type ParsedFailure, warningOf } from '../format.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { asText, isObject, numberAt, objectOf, shown } from '../json/shape.ts'
import { NO_DIRECTION } from '../output-problems.ts'

const HINT = 'give it the file results/MACHINE/COMMIT-….json that asv run --record-samples writes'

/** The name of what wrote other columns, and what to do. */
export const OLD_ASV = {
  tool: 'asv before 0.5',
  instead: 'run asv update, which rewrites its results for the present version',
}

type AsvMetric = Pick<Sample, 'metric' | 'unit' | 'better'>

/** The kind of a benchmark is in the name of its function. The value of a `track_` function may be anything. */
function metricOf(name: string): AsvMetric | null {
  const own = name.split('.').at(-1) ?? ''
  if (/^time(?:raw)?_/i.test(own)) return { metric: 'time', unit: 's', better: 'lower' }
  if (/^peakmem_/i.test(own)) return { metric: 'peak-memory', unit: 'B', better: 'lower' }
  return /^mem_/i.test(own) ? { metric: 'memory', unit: 'B', better: 'lower' } : null
}

/** The combinations of parameters in asv's order: the last one moves fastest. One without any. */
function combinations(params: unknown, where: string): string[] {
  if (!Array.isArray(params) || !params.every(Array.isArray))
    throw new InputError(`${where}: params is ${shown(params)}, expected lists; ${HINT}`)
  const texts = params.map((list: unknown[]) => list.map(asText))
  const all = texts.reduce<string[][]>(
    (done, list) => done.flatMap(each => list.map(one => [...each, one])),
    [[]],
  )
  return all.map(each => (each.length === 0 ? '' : `(${each.join(', ')})`))
}

const listAt = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

type Reading = {
  samples: Sample[]
  failures: ParsedFailure[]
  /** Names of what skipped itself, and of what has no direction. */
  skipped: Set<string>
  unknown: Set<string>
}

/** asv writes null for a failure, and NaN for a combination that the benchmark skips. */
function addBenchmark(
  reading: Reading,
  name: string,
  where: string,
  cell: (column: string) => unknown,
): void {
  const { samples, failures, skipped, unknown } = reading
  const fail = (failed: string) =>
    failures.push({ name: failed, reason: 'it failed; the output of asv says why' })
  const result = cell('result')
  if (result === null) return void fail(name)
  const metric = metricOf(name)
  for (const [i, combination] of combinations(cell('params') ?? [], where).entries()) {
    const value = listAt(result)[i]
    const fullName = `${name}${combination}`
    if (value === null) fail(fullName)
    else if (Number.isNaN(value)) skipped.add(fullName)
    else if (metric === null) unknown.add(name)
    else {
      const own = listAt(cell('samples'))[i]
      const values = Array.isArray(own) && own.length > 0 ? own : [value]
      const runs = [values.map((one, k) => numberAt(one, `${where}${combination}: sample ${k + 1}`))]
      samples.push({ name: fullName, ...metric, runs })
    }
  }
}

export const asv = jsonFormat({
  name: 'asv',
  title: 'asv results',
  keys: ['result_columns', 'commit_hash'],
  hint: HINT,
  read: (document, source) => {
    const { results, result_columns: columns, version } = objectOf(document)
    if (!isObject(results) || !Array.isArray(columns)) {
      const isOld = isObject(results) && version === 1
      throw new InputError(
        `${source}: ${isOld ? `is of ${OLD_ASV.tool}; ${OLD_ASV.instead}` : `has no results; ${HINT}`}`,
      )
    }
    const reading: Reading = { samples: [], failures: [], skipped: new Set(), unknown: new Set() }
    for (const [name, row] of Object.entries(results))
      addBenchmark(reading, name, `${source}: ${name}`, column => listAt(row)[columns.indexOf(column)])
    const { skipped, unknown, ...parsed } = reading
    const leftOut = 'benchmarks of asv left out'
    const remedy = '; to compare them, print them as stable-bench/samples@1'
    return {
      ...parsed,
      warnings: [
        ...warningOf('asv-skipped', `${leftOut}, since they skipped themselves:`, skipped),
        ...warningOf('asv-direction-unknown', `${leftOut}, ${NO_DIRECTION}:`, unknown, remedy),
      ],
    }
  },
})
