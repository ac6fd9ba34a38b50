// A plain table for a terminal: columns as wide as their content, the first one shortened to fit the window.
import { displayWidth, shortenMiddle } from '../words/shorten-middle.ts'

export type Column = {
  title: string
  align: 'left' | 'right'
  /** Columns with a number are left out when the window is too narrow, the highest number first. */
  optional?: number
}

const GAP = '  '
/** Optional columns go before the first column gets narrower than this; it never gets narrower than NARROWEST. */
const COMFORTABLE = 24
const NARROWEST = 10

function total(widths: number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1)
}

/** The columns to show and their widths: only the first may be narrower than its content. */
function layOut(columns: Column[], cells: string[][], width: number): Map<number, number> {
  const widest = (i: number, title: string): number =>
    cells.reduce((most, row) => Math.max(most, displayWidth(row[i] ?? '')), displayWidth(title))
  const widths = new Map(columns.map(({ title }, i) => [i, widest(i, title)]))
  const first = widths.get(0) ?? 0
  widths.set(0, Math.min(first, COMFORTABLE))
  const optional = [...columns.keys()].filter(i => columns[i]?.optional !== undefined)
  optional.sort((a, b) => (columns[b]?.optional ?? 0) - (columns[a]?.optional ?? 0))
  for (const i of optional) if (total([...widths.values()]) > width) widths.delete(i)
  const spare = width - total([...widths.values()])
  return widths.set(0, Math.max(Math.min(first, COMFORTABLE + spare), Math.min(first, NARROWEST)))
}

/**
 * The lines of a table, the header first; `paint` colours the text of body row `row` and column `column`. Cells
 * must be free of control characters.
 */
export function textTable(
  columns: Column[],
  cells: string[][],
  width: number,
  paint: (text: string, row: number, column: number) => string,
): string[] {
  const widths = layOut(columns, cells, width)
  const cell = (text: string, row: number, column: number): string => {
    const room = widths.get(column) ?? 0
    const short = shortenMiddle(text, room)
    const space = ' '.repeat(room - displayWidth(short))
    const painted = row < 0 ? short : paint(short, row, column)
    return columns[column]?.align === 'right' ? space + painted : painted + space
  }
  const line = (texts: string[], row: number): string =>
    [...widths.keys()]
      .map(column => cell(texts[column] ?? '', row, column))
      .join(GAP)
      .trimEnd()
  const titles = columns.map(column => column.title)
  return [line(titles, -1), ...cells.map((row, i) => line(row, i))]
}
