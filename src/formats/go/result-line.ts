// Reads one line of go test -bench. go test prints the name before it runs the benchmark, and the numbers afterwards.
// Output of the benchmark lands between them: `BenchmarkX-8  \tloading ...     200\t   2.9 ns/op`.
import type { Better } from '../../model/index.ts'
import { betterDirection } from '../direction.ts'

export type GoValue = { value: number; unit: string }

/** `name` is null where only the numbers stand on the line; `values` is null where only the name and `rest` do. */
type GoLine = { name: string | null; values: GoValue[] | null; rest: string }

const NUMBER = /^[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|Inf|NaN)$/
const NAME = /^Benchmark(?!\p{Ll})\S*$/u
const NO_DIRECTIONS = new Map()

const BUILT_IN = new Map<string, { metric: string; better: Better }>([
  ['ns/op', { metric: 'time', better: 'lower' }],
  ['B/op', { metric: 'allocated-bytes', better: 'lower' }],
  ['allocs/op', { metric: 'allocations', better: 'lower' }],
  ['MB/s', { metric: 'throughput', better: 'higher' }],
])

/** The metric that is measured in `unit`, custom ones by the unit itself; null when its direction is unknown. */
export function metricOf(
  unit: string,
  directions: Map<string, Better>,
): { metric: string; better: Better } | null {
  const known = BUILT_IN.get(unit)
  const declared = directions.get(unit)
  if (known) return { metric: known.metric, better: declared ?? known.better }
  const better = declared ?? (unit.endsWith('/op') ? 'lower' : betterDirection(unit))
  return better ? { metric: unit, better } : null
}

/** Whether go test itself reports values in `unit`. */
export function isBuiltIn(unit: string): boolean {
  return BUILT_IN.has(unit)
}

/** The name that go test -v announces on a line of its own, without GOMAXPROCS. */
export function announcedName(line: string): string | null {
  return NAME.test(line) ? line : null
}

/** The name and the values that the line gives for a benchmark; null for any other line. */
export function readGoLine(line: string): GoLine | null {
  const printed = readPrinted(line)
  if (printed?.values) return printed
  const written = readWritten(line)
  // After Go's own padding an output such as `7 3 files` is not a result.
  const isSure = written?.values?.some(({ unit }) => metricOf(unit, NO_DIRECTIONS) !== null) ?? false
  return printed && !isSure ? printed : written
}

/** Reads a line of the format as specified: name, iterations, pairs of value and unit, separated by any white space. */
function readWritten(line: string): GoLine | null {
  if (!line.startsWith('Benchmark')) return null
  const [name = '', iterations = '', ...fields] = line.trimEnd().split(/\s+/)
  if (!/^\d+$/.test(iterations) || fields.length === 0) return null
  const values: GoValue[] = []
  for (let i = 0; i < fields.length; i += 2) {
    const value = readValue(fields[i], fields[i + 1])
    if (value) values.push(value)
    else return NAME.test(name) && name !== 'Benchmark' ? { name, values: null, rest: '' } : null
  }
  return measured(name, Number(iterations), values)
}

/** Reads a line of go test with other output between its cells: tabs and widths tell the cells from the rest. */
function readPrinted(line: string): GoLine | null {
  const cells = line.split('\t')
  const values: GoValue[] = []
  let last = cells.length - 1
  for (; last > 0; last--) {
    const value = readValue(...((cells[last] ?? '').trim().split(/\s+/) as [string, string]))
    if (!value) break
    values.unshift(value)
  }
  const iterations = printedIterations(cells[last] ?? '')
  if (values.length > 0 && iterations !== null) {
    const name = lastName(cells.slice(0, last))?.name ?? null
    return measured(name, iterations, values)
  }
  const found = lastName(cells.slice(0, -1))
  return found && { name: found.name, values: null, rest: cells.slice(found.index + 1).join('\t') }
}

function readValue(number?: string, unit?: string, more?: string): GoValue | null {
  if (!number || !unit || more !== undefined || !NUMBER.test(number)) return null
  return { value: Number(number.replace('Inf', 'Infinity')), unit }
}

/** The count of iterations at the end of a cell: Go prints it at least eight columns wide. */
function printedIterations(cell: string): number | null {
  const isDigit = (at: number) => /\d/.test(cell[at] ?? '')
  let digits = cell.length
  while (isDigit(digits - 1)) digits--
  let start = digits
  while (cell[start - 1] === ' ') start--
  return digits < cell.length && cell.length - start >= 8 ? Number(cell.slice(digits)) : null
}

/** After a panic, go test may print numbers of a benchmark that never finished: `0  NaN ns/op`. Those do not count. */
function measured(name: string | null, iterations: number, values: GoValue[]): GoLine {
  return { name, values: iterations > 0 ? values : null, rest: '' }
}

/** The last cell that ends with a benchmark's name and the space that go test pads it with. */
function lastName(cells: string[]): { name: string; index: number } | null {
  for (let index = cells.length - 1; index >= 0; index--) {
    const cell = cells[index] ?? ''
    const token = cell.trimEnd().split(' ').at(-1) ?? ''
    const name = token.slice(Math.max(0, token.indexOf('Benchmark')))
    if (cell.endsWith(' ') && NAME.test(name)) return { name, index }
  }
  return null
}
