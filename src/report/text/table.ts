// A plain table for a terminal: columns as wide as their content. A name that does not fit gets a line of its own, so
// that no two names look alike.
import { displayWidth } from '../words/visible-text.ts'

export type Column = {
  title: string
  align: 'left' | 'right'
  /** Columns with a number are left out when the window is too narrow, the highest number first. */
  optional?: number
}

/** Columns with these titles. */
export const left = (...titles: string[]): Column[] => titles.map(title => ({ title, align: 'left' }))
export const right = (...titles: string[]): Column[] => titles.map(title => ({ title, align: 'right' }))

/** The lines of a table: its header, and those of each row. */
type TextTable = { header: string; rows: string[][] }

const GAP = '  '
/** Optional columns go before the first column gets narrower than this. */
const COMFORTABLE = 14
/** A longer name gets a line of its own, however wide the window is. */
const WIDEST = 60

const total = (widths: number[]): number =>
  widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1)

/** The columns to show and their widths: only the first may be narrower than its content. */
function layOut(columns: Column[], cells: string[][], width: number): Map<number, number> {
  const widest = (i: number, title: string): number =>
    cells.reduce((most, row) => Math.max(most, displayWidth(row[i] ?? '')), displayWidth(title))
  const widths = new Map(columns.map(({ title }, i) => [i, widest(i, title)]))
  const first = Math.min(widths.get(0) ?? 0, WIDEST)
  const comfortable = Math.min(first, COMFORTABLE)
  widths.set(0, comfortable)
  const optional = [...columns.keys()].filter(i => columns[i]?.optional !== undefined)
  optional.sort((a, b) => (columns[b]?.optional ?? 0) - (columns[a]?.optional ?? 0))
  for (const i of optional) if (total([...widths.values()]) > width) widths.delete(i)
  const spare = Math.max(0, width - total([...widths.values()]))
  return widths.set(0, Math.min(first, comfortable + spare))
}

/** The table in `width` columns; `paint` colours the text of a body row and column. Cells hold no control characters. */
export function textTable(
  columns: Column[],
  cells: string[][],
  width = Number.POSITIVE_INFINITY,
  paint: (text: string, row: number, column: number) => string = text => text,
): TextTable {
  const widths = layOut(columns, cells, width)
  const cell = (text: string, row: number, column: number): string => {
    const space = ' '.repeat(Math.max(0, (widths.get(column) ?? 0) - displayWidth(text)))
    const painted = row < 0 ? text : paint(text, row, column)
    return columns[column]?.align === 'right' ? space + painted : painted + space
  }
  const line = (texts: string[], row: number): string =>
    [...widths.keys()]
      .map(column => cell(texts[column] ?? '', row, column))
      .join(GAP)
      .trimEnd()
  const linesOf = (texts: string[], row: number): string[] => {
    const [name = '', ...others] = texts
    if (displayWidth(name) <= (widths.get(0) ?? 0)) return [line(texts, row)]
    return [paint(name, row, 0), line(['', ...others], row)]
  }
  const titles = columns.map(column => column.title)
  return { header: line(titles, -1), rows: cells.map(linesOf) }
}

/** All lines of a table, by default of one that no window cuts off. */
export function linesOfTable(columns: Column[], cells: string[][], width?: number): string[] {
  const { header, rows } = textTable(columns, cells, width)
  return [header, ...rows.flat()]
}

/** These lines and an empty one below them; none where there are none. */
export const spaced = (lines: string[]): string[] => (lines.length === 0 ? [] : [...lines, ''])
