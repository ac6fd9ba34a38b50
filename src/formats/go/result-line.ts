// Reads one line of go test -bench. go test prints the name before it runs the benchmark, and the numbers afterwards.
// Output of the benchmark lands between them: `BenchmarkX-8  \tloading ...     200\t   2.9 ns/op`.
import type { Better } from '../../model/index.ts'
import { betterDirection } from '../direction.ts'

/** The values of a line, and the unit of each. */
export type GoValues = { values: number[]; units: string[] }

/** `name` is null where only the numbers stand on the line; `values` is null where only the name and `rest` do. */
type GoLine = { name: string | null; values: GoValues | null; rest: string }

const NUMBER = /^[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|Inf|NaN)$/
/** A value and its unit alone in a cell. */
const VALUE = /^\s*([-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|Inf|NaN))\s+(\S+)\s*$/
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
export const isBuiltIn = (unit: string): boolean => BUILT_IN.has(unit)

/** The name that go test -v announces on a line of its own, without GOMAXPROCS. */
export const announcedName = (line: string): string | null => (NAME.test(line) ? line : null)

/** The name and the values that the line gives for a benchmark; null for any other line. */
export function readGoLine(line: string): GoLine | null {
  const printed = readPrinted(line)
  if (printed?.values) return printed
  const written = readWritten(line)
  // After Go's own padding an output such as `7 3 files` is not a result.
  const isSure = written?.values?.units.some(unit => metricOf(unit, NO_DIRECTIONS) !== null) ?? false
  return printed && !isSure ? printed : written
}

/** Reads a line of the format as specified: name, iterations, pairs of value and unit, separated by any white space. */
function readWritten(line: string): GoLine | null {
  if (!line.startsWith('Benchmark')) return null
  const [name = '', iterations = '', ...fields] = line.trimEnd().split(/\s+/)
  if (!/^\d+$/.test(iterations) || fields.length === 0) return null
  const found: GoValues = { values: [], units: [] }
  for (let i = 0; i < fields.length; i += 2) {
    const [number = '', unit = ''] = fields.slice(i, i + 2)
    if (unit === '' || !NUMBER.test(number))
      return NAME.test(name) && name !== 'Benchmark' ? { name, values: null, rest: '' } : null
    push(found, number, unit)
  }
  return measured(name, Number(iterations), found)
}

/**
 * Reads a line of go test with other output between its cells: tabs and widths tell the cells from the rest. Go before 1.7 pads
 * the longest name with no space.
 */
function readPrinted(line: string): GoLine | null {
  const cells = line.split('\t')
  const found: GoValues = { values: [], units: [] }
  let last = cells.length - 1
  for (; last > 0; last--) {
    const value = VALUE.exec(cells[last] as string)
    if (value === null) break
    push(found, value[1] as string, value[2] as string)
  }
  found.values.reverse()
  found.units.reverse()
  const iterations = printedIterations(cells[last] ?? '')
  if (found.units.length > 0 && iterations !== null) {
    const [first = ''] = cells
    const name = lastName(cells.slice(0, last))?.name ?? (NAME.test(first) ? first : null)
    return measured(name, iterations, found)
  }
  const named = lastName(cells.slice(0, -1))
  return named && { name: named.name, values: null, rest: cells.slice(named.index + 1).join('\t') }
}

function push({ values, units }: GoValues, number: string, unit: string): void {
  values.push(Number(number.endsWith('Inf') ? `${number}inity` : number))
  units.push(unit)
}

/** The count of iterations at the end of a cell: Go prints it at least eight columns wide. */
function printedIterations(cell: string): number | null {
  const count = /(?:(?<! ) +|(?<![ \d]))(\d+)$/.exec(cell)
  return count !== null && count[0].length >= 8 ? Number(count[1]) : null
}

/** After a panic, go test may print numbers of a benchmark that never finished: `0  NaN ns/op`. Those do not count. */
const measured = (name: string | null, iterations: number, values: GoValues): GoLine => ({
  name,
  values: iterations > 0 ? values : null,
  rest: '',
})

/** The last cell that ends with a benchmark's name and the space that go test pads it with. */
function lastName(cells: string[]): { name: string; index: number } | null {
  for (let index = cells.length - 1; index >= 0; index--) {
    const cell = cells[index] ?? ''
    if (!cell.endsWith(' ')) continue
    const padded = cell.trimEnd()
    const token = padded.slice(padded.lastIndexOf(' ') + 1)
    const name = token.slice(Math.max(0, token.indexOf('Benchmark')))
    if (NAME.test(name)) return { name, index }
  }
  return null
}
