// airspeed velocity: a file of its results directory (https://asv.readthedocs.io/en/stable/dev.html#benchmark-suite-layout-and-file-formats),
// with samples where it ran with --record-samples, else one number per benchmark.

import { InputError, type Sample } from '../../model/index.ts'
import { type Format, firstTen, type Parsed } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { hasKey, isObject, numberAt, shown } from '../json/shape.ts'
import { NO_DIRECTION } from '../output-problems.ts'

const HINT = 'give it the file results/MACHINE/COMMIT-….json that asv run --record-samples writes'

/** The name of what wrote other columns, and what to do. */
export const OLD_ASV = {
  tool: 'asv before 0.5',
  instead: 'run asv update, which rewrites its results for the present version',
}

const recognises = (text: string) => hasKey(text, 'result_columns') && hasKey(text, 'commit_hash')

export const asv: Format = {
  name: 'asv',
  title: 'asv results',
  recognises,
  parse: (text, source) => parsedDocuments(text, source, { recognises, hint: HINT }, parse),
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
  if (!Array.isArray(params) || !params.every(Array.isArray)) {
    throw new InputError(`${where}: params is ${shown(params)}, expected lists; ${HINT}`)
  }
  const texts = params.map((list: unknown[]) =>
    list.map(each => (typeof each === 'string' ? each : shown(each))),
  )
  const all = texts.reduce<string[][]>(
    (done, list) => done.flatMap(each => list.map(one => [...each, one])),
    [[]],
  )
  return all.map(each => (each.length === 0 ? '' : `(${each.join(', ')})`))
}

const listAt = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

function parse(document: unknown, source: string): Parsed {
  const { results, result_columns: columns } = isObject(document) ? document : {}
  if (!isObject(results) || !Array.isArray(columns)) {
    const isOld = isObject(results) && isObject(document) && document.version === 1
    throw new InputError(
      `${source}: ${isOld ? `is of ${OLD_ASV.tool}; ${OLD_ASV.instead}` : `has no results; ${HINT}`}`,
    )
  }
  const parsed: Parsed = { samples: [], failures: [], warnings: [] }
  const skipped = new Set<string>()
  const unknown = new Set<string>()
  for (const [name, row] of Object.entries(results)) {
    const cells = listAt(row)
    const cell = (column: string) => cells[columns.indexOf(column)]
    const benchmark = { name, metric: metricOf(name), cell, where: `${source}: ${name}` }
    addBenchmark(parsed, { skipped, unknown }, benchmark)
  }
  const leftOut = (names: Set<string>, code: string, why: string, fix = '') =>
    names.size === 0
      ? []
      : [{ code, message: `benchmarks of asv left out, ${why}: ${firstTen(names)}${fix}` }]
  parsed.warnings = [
    ...leftOut(skipped, 'asv-skipped', 'since they skipped themselves'),
    ...leftOut(
      unknown,
      'asv-direction-unknown',
      NO_DIRECTION,
      '; to compare them, print them as stable-bench/samples@1',
    ),
  ]
  return parsed
}

type AsvBenchmark = {
  name: string
  metric: AsvMetric | null
  cell: (column: string) => unknown
  where: string
}

/** asv writes null for a failure, and NaN for a combination that the benchmark skips. */
function addBenchmark(
  parsed: Parsed,
  leftOut: { skipped: Set<string>; unknown: Set<string> },
  { name, metric, cell, where }: AsvBenchmark,
): void {
  const [result, samples] = [cell('result'), cell('samples')]
  if (result === null)
    return void parsed.failures.push({ name, reason: 'it failed; the output of asv says why' })
  const each = combinations(cell('params') ?? [], where)
  for (const [i, combination] of each.entries()) {
    const value = listAt(result)[i]
    const fullName = `${name}${combination}`
    if (value === null)
      parsed.failures.push({ name: fullName, reason: 'it failed; the output of asv says why' })
    else if (Number.isNaN(value)) leftOut.skipped.add(fullName)
    else if (metric === null) leftOut.unknown.add(name)
    else {
      const own = listAt(samples)[i]
      const values = Array.isArray(own) && own.length > 0 ? own : [value]
      const runs = [values.map((one, k) => numberAt(one, `${where}${combination}: sample ${k + 1}`))]
      parsed.samples.push({ name: fullName, ...metric, runs })
    }
  }
}
