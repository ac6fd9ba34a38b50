// The histories that Apache Otava analyses (https://otava.apache.org, docs/CSV.md): its configuration names CSV files, and says
// of each column which direction is good. A test is a benchmark here, a column a metric of it.

import { parse } from 'yaml'
import { isObject, type JsonObject, shown } from '../../formats/json/shape.ts'
import { NO_DIRECTION } from '../../formats/output-problems.ts'
import { InputError, type Sample } from '../../model/index.ts'
import { type OtavaRow, otavaRows } from './otava-csv.ts'
import { type ImportedPoint, NO_AMOUNT } from './point.ts'

type ImportedFile = { points: ImportedPoint[]; leftOut: string[] }

/** `better` is null where the configuration does not say it: Otava then shows more as better, whatever it is. */
type Column = { metric: string; column: string; better: Sample['better'] | null; scale: number }

/** The text of a CSV file that the configuration names; null where there is none. */
export type ReadCsv = (file: string) => string | null

/** Whether the text is a configuration of Otava with a test that reads a CSV file. */
export const isOtavaConfig = (text: string): boolean =>
  /^tests:\s*(?:#.*)?$/m.test(text) && /^ +type: *["']?csv["']? *(?:#.*)?$/m.test(text)

/** As Otava joins templates and a test: lists are added, objects joined, and of other values the right one counts. */
function joined(left: JsonObject, right: JsonObject): JsonObject {
  const both = Object.entries(right).map(([key, value]): [string, unknown] => {
    const known = Object.hasOwn(left, key) ? left[key] : undefined
    if (value === null || value === undefined) return [key, known]
    if (isObject(known) && isObject(value)) return [key, joined(known, value)]
    return [key, Array.isArray(known) && Array.isArray(value) ? [...known, ...value] : value]
  })
  return { ...left, ...Object.fromEntries(both) }
}

function columnsOf(metrics: unknown, where: string): Column[] {
  if (Array.isArray(metrics)) {
    return metrics.map(name => ({ metric: String(name), column: String(name), better: null, scale: 1 }))
  }
  if (!isObject(metrics))
    throw new InputError(`${where}: metrics is ${shown(metrics)}, expected names or an object`)
  return Object.entries(metrics).map(([metric, given]) => {
    const { column = metric, direction, scale = 1 } = isObject(given) ? given : {}
    const better = Number(direction) === 1 ? 'higher' : Number(direction) === -1 ? 'lower' : null
    if (!(Number(scale) > 0))
      throw new InputError(`${where}: the scale of ${metric} is ${shown(scale)}, expected a positive number`)
    return { metric, column: String(column), better, scale: Number(scale) }
  })
}

function sampleOf(row: OtavaRow, test: string, { metric, column, better, scale }: Column): Sample | string {
  const text = row.cells.get(column) ?? ''
  const value = text === '' ? Number.NaN : Number(text) * scale
  if (better === null || !Number.isFinite(value) || value < 0)
    return `${row.where}: ${column} is ${shown(text)}, ${NO_AMOUNT}`
  return { name: test, metric, unit: '', better, runs: [[value]] }
}

/** Rows of several branches are no history of one. */
function assertOneBranch(rows: OtavaRow[], file: string): void {
  const branches = [...new Set(rows.flatMap(({ cells }) => cells.get('branch') ?? []))]
  if (branches.length > 1)
    throw new InputError(
      `${file}: is of the branches ${branches.join(', ')}; import a file with the rows of one`,
    )
}

const commitIn = ({ cells }: OtavaRow) => {
  const commit = cells.get('commit')?.toLowerCase() ?? ''
  return /^[0-9a-f]{7,64}$/.test(commit) ? commit : null
}

function readTest(test: string, config: JsonObject, source: string, readCsv: ReadCsv): ImportedFile {
  const where = `${source}: test ${test}`
  const { type, file, time_column: timeColumn = 'time', metrics, csv_options: options } = config
  if (type !== 'csv')
    return { points: [], leftOut: [`${where}: its type is ${shown(type)}, only csv can be imported`] }
  const text = typeof file === 'string' ? readCsv(file) : null
  if (typeof file !== 'string' || text === null)
    throw new InputError(`${where}: its file ${shown(file)} is not there; start it where Otava was started`)
  const {
    delimiter = ',',
    quotechar,
    quote_char: quote = quotechar ?? '"',
  } = isObject(options) ? options : {}
  const columns = columnsOf(metrics, where)
  const known = columns.filter(({ better }) => better !== null)
  const form = { delimiter: String(delimiter), quote: String(quote), timeColumn: String(timeColumn) }
  const rows = otavaRows(
    text,
    file,
    form,
    known.map(({ column }) => column),
  )
  assertOneBranch(rows, file)
  const leftOut = columns
    .filter(({ better }) => better === null)
    .map(({ metric }) => `${where}: ${NO_DIRECTION} for ${metric}; give it a direction, 1 or -1`)
  const points = rows.flatMap((row): ImportedPoint[] => {
    const read = known.map(column => sampleOf(row, test, column))
    leftOut.push(...read.filter(each => typeof each === 'string'))
    const benchmarks = read.filter(each => typeof each !== 'string')
    const origin = { tool: 'otava', machine: 'imported', commit: commitIn(row), date: row.date }
    return benchmarks.length === 0 ? [] : [{ source: row.where, ...origin, benchmarks }]
  })
  return { points, leftOut }
}

/** All CSV histories that the configuration names. Throws an InputError that names configuration, test, file and line. */
export function readOtava(text: string, source: string, readCsv: ReadCsv): ImportedFile {
  let config: unknown
  try {
    config = parse(text)
  } catch (error) {
    throw new InputError(`${source}: is no YAML: ${(error as Error).message.split('\n')[0]}`)
  }
  const { tests, templates } = isObject(config) ? config : {}
  if (!isObject(tests)) throw new InputError(`${source}: tests is ${shown(tests)}, expected an object`)
  const parts = Object.entries(tests).map(([test, own]) => {
    if (!isObject(own)) throw new InputError(`${source}: test ${test} is ${shown(own)}, expected an object`)
    const inherited = Array.isArray(own.inherit) ? own.inherit : []
    const whole = [...inherited.map(name => templateOf(templates, name, `${source}: test ${test}`)), own]
    return readTest(test, whole.reduce(joined, {}), source, readCsv)
  })
  return { points: parts.flatMap(part => part.points), leftOut: parts.flatMap(part => part.leftOut) }
}

function templateOf(templates: unknown, name: unknown, where: string): JsonObject {
  const template =
    isObject(templates) && typeof name === 'string' && Object.hasOwn(templates, name)
      ? templates[name]
      : undefined
  if (isObject(template)) return template
  throw new InputError(`${where}: there is no template ${shown(name)}`)
}
