// core_bench of OCaml (https://github.com/janestreet/core_bench): the table that it prints, with lines or with -ascii, and -sexp.
// Libraries with the same columns print the same table. A cell is blank where its value rounds to nothing.
import { InputError } from '../../model/index.ts'
import type { Parsed } from '../format.ts'
import { shown } from '../json/shape.ts'
import { numberOf, SCALES } from '../numbers.ts'
import { breaksOff } from '../output-problems.ts'
import { tableLines } from '../plain-text.ts'
import { eitherOf, type OtherForm } from '../runs/join-parsed.ts'
import { coreBenchSexp } from './core-bench-sexp.ts'
import { addEstimate, type Found, nothing, parsedEstimates } from './words.ts'

const HINT = 'print its whole table, or run it with -sexp'
const COLUMNS = new Map([
  ['Time/Run', 'time'],
  ['Cycls/Run', 'cycles'],
  ['mWd/Run', 'minor-words'],
  ['mjWd/Run', 'major-words'],
  ['Prom/Run', 'promoted-words'],
])
const LINED = /^│ +Name +│.* Time\/Run +│/
const PLAIN = /^ +Name +(?:.* )?Time\/Run(?: |$)/
const DASHES = /^ *-+(?: +-+)* *$/
const VALUE = /^(?<value>-?[\d_.]+(?:e-?\d+)?)(?<unit>ns|us|μs|µs|ms|s|[kMG]?[wc])$/
const ANNOUNCED = /^Estimated testing time .*\((?<count>\d+) benchmarks x /

/** A table: its header, and how to take the cells of a line. */
type Table = { header: string[]; cells: (line: string) => string[] }

const between = (line: string) =>
  line
    .trim()
    .slice(1, -1)
    .split('│')
    .map(cell => cell.trim())

/** A column is as wide as its dashes; a name is on the left of it, all else on the right. */
function plainTable(header: string, dashes: string): Table {
  const spans = [...dashes.matchAll(/-+/g)].map(
    ({ index, 0: { length } }) => [index, index + length] as const,
  )
  const cells = (line: string) => spans.map(([start, end]) => line.slice(start, end).trim())
  return { header: cells(header), cells }
}

function readRow(line: string, { header, cells }: Table, found: Found, where: string): void {
  const row = cells(line)
  const name = row[0] ?? ''
  if (name === '' || row.length !== header.length)
    throw new InputError(`${where}: ${shown(line.trim())} is not a row of a table of core_bench; ${HINT}`)
  for (const [i, column] of header.entries()) {
    const metric = COLUMNS.get(column)
    if (metric === undefined) continue
    const text = row[i] as string
    const { value, unit = '' } = VALUE.exec(text)?.groups ?? {}
    if (text === '' && metric !== 'time') addEstimate(found, name, metric, '', 0)
    else if (value === undefined)
      throw new InputError(`${where}: ${column} of ${shown(name)} is ${shown(text)}; ${HINT}`)
    else {
      const isTime = unit.endsWith('s')
      const scale = isTime ? 1 : (SCALES.get(unit[0] ?? '') ?? 1)
      addEstimate(found, name, metric, isTime ? unit : '', numberOf(value, where) * scale)
    }
  }
}

/** The table that begins at this line, with a rule below it; null where none does. */
function tableAt(lines: string[], i: number): Table | null {
  const [line = '', next = ''] = [lines[i], lines[i + 1]]
  if (LINED.test(line)) return { header: between(line), cells: between }
  return PLAIN.test(line) && DASHES.test(next) ? plainTable(line, next) : null
}

function parse(text: string, source: string): Parsed {
  const found = nothing()
  const lines = tableLines(text)
  let [rows, announced] = [0, 0]
  let table: Table | null = null
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string
    announced += Number(ANNOUNCED.exec(line)?.groups?.count ?? 0)
    const begun = tableAt(lines, i)
    if (begun !== null) {
      table = begun
      i++
    } else if (line.trim() === '' || /^[└┘]/.test(line)) table = null
    else if (table !== null && i === lines.length - 1)
      throw new InputError(`${source}, line ${i + 1}: has no end; was it cut off? ${HINT}`)
    else if (table !== null) {
      readRow(line, table, found, `${source}, line ${i + 1}`)
      rows++
    }
  }
  const isCut = rows < announced || (table !== null && lines.some(line => LINED.test(line)))
  const parsed = parsedEstimates('core-bench', found)
  if (isCut) parsed.warnings.push(breaksOff('core-bench-no-end', source, 'the table of core_bench'))
  return parsed
}

const printed: OtherForm = {
  recognises: text => {
    if (!text.includes('Time/Run')) return false
    const lines = tableLines(text)
    return lines.some((_, i) => tableAt(lines, i) !== null)
  },
  parse,
}

export const coreBench = eitherOf(coreBenchSexp, printed)
