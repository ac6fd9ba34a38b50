// Tables with commas between their cells (RFC 4180) that stand in an output: each row by the names of its columns. Tools can be
// told to write tabs or semicolons instead.
import { InputError } from '../../model/index.ts'
import { numberOf } from '../numbers.ts'
import { plainText } from '../plain-text.ts'

/** `line` counts from 1; `table` is the line of its header. */
export type CsvRow = { line: number; table: number; cells: Map<string, string> }

const DELIMITERS = [',', '\t', ';']
const CELLS = new Map(
  DELIMITERS.map(mark => [
    mark,
    new RegExp(`(?<=^|${mark})(?:"(?:[^"]|"")*"|[^"${mark}]*)(?=${mark}|$)`, 'g'),
  ]),
)

/** The cells of a line, quoted or not. */
function cellsOf(line: string, delimiter: string): string[] {
  const cells = line.match(CELLS.get(delimiter) as RegExp) ?? []
  return cells.map(cell => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim())
}

type Header = { cells: string[]; delimiter: string }

/** Null for a line that is no header with these columns, the first of them first. */
function headerOf(line: string, columns: string[]): Header | null {
  if (!line.includes(columns[0] as string)) return null
  const isHeader = ({ cells }: Header) =>
    cells[0] === columns[0] && columns.every(column => cells.includes(column))
  const headers = DELIMITERS.map(delimiter => ({ delimiter, cells: cellsOf(line, delimiter) }))
  return headers.find(isHeader) ?? null
}

/** Whether a line has all these columns, the first of them first. */
export const hasTable = (text: string, columns: string[]): boolean =>
  columns.every(column => text.includes(column)) &&
  plainText(text)
    .split('\n')
    .some(line => headerOf(line, columns) !== null)

/**
 * The rows below each header with these columns, to the first line that is blank. Throws an InputError for a row of another
 * length: it broke off, or is none.
 */
export function csvRows(text: string, columns: string[], source: string, hint: string): CsvRow[] {
  const rows: CsvRow[] = []
  let header: Header | null = null
  let table = 0
  const lines = plainText(text).split('\n')
  for (const [i, line] of lines.entries()) {
    const begun = headerOf(line, columns)
    if (begun !== null) {
      header = begun
      table = i + 1
    } else if (line.trim() === '') header = null
    else if (header !== null) {
      const cells = cellsOf(line, header.delimiter)
      // The last line of a file that broke off may have all its cells, but no end.
      if (cells.length !== header.cells.length || i === lines.length - 1)
        throw new InputError(
          `${source}, line ${i + 1}: has ${cells.length} cells${i === lines.length - 1 ? ' and no end' : ''}, ` +
            `expected ${header.cells.length} and a line break; was it cut off? ${hint}`,
        )
      const named = header.cells.map((name, at): [string, string] => [name, cells[at] as string])
      rows.push({ line: i + 1, table, cells: new Map(named) })
    }
  }
  return rows
}

/** The number in a column. Throws an InputError for what is none. */
export const cellNumber = ({ cells, line }: CsvRow, column: string, source: string): number =>
  numberOf(cells.get(column), `${source}, line ${line}: ${column}`)

/** The rows of the one table that an output may hold: two runs cannot be one. Throws as `csvRows`, and for a second header. */
export function rowsOfOneTable(text: string, columns: string[], source: string, hint: string): CsvRow[] {
  const rows = csvRows(text, columns, source, hint)
  if (new Set(rows.map(({ table }) => table)).size > 1)
    throw new InputError(`${source}: its header is there twice; give the output of one run`)
  return rows
}
