// Tools that write a table of results, a row per benchmark: a declaration says which columns count.
import { InputError } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { parsedReports } from '../load/report.ts'
import { numberOf } from '../numbers.ts'
import { joinParsed } from '../runs/join-parsed.ts'
import { type CsvRow, csvRows, hasTable } from './rows.ts'

export type TableTool = {
  name: string
  title: string
  hint: string
  /** Columns that only its tables have together, the first one first. */
  columns: string[]
  nameOf: (cells: Map<string, string>) => string
  /** The row that is the sum of the others and ends the table. */
  isSum?: (cells: Map<string, string>) => boolean
  /** The column of each metric and its unit, the primary one first. One that is not there is left out. */
  times: Record<string, [column: string, unit: string]>
  /** A count of failures, above which nothing else of the row counts. */
  failed?: string
  /** Columns of a load generator. */
  load?: { rate: string; counts?: { total: string; failed: string } }
}

function numberAt({ cells, line }: CsvRow, column: string, source: string): number {
  return numberOf(cells.get(column), `${source}, line ${line}: ${column}`)
}

function rowsOf(
  row: CsvRow,
  { nameOf, times, load, failed: failures, hint }: TableTool,
  source: string,
): Parsed {
  const name = nameOf(row.cells)
  if (name === '') throw new InputError(`${source}, line ${row.line}: has no name; ${hint}`)
  if (failures !== undefined && row.cells.has(failures) && numberAt(row, failures, source) > 0)
    return { samples: [], failures: [{ name, reason: 'it failed' }], warnings: [] }
  const found = Object.entries(times).flatMap(([metric, [column, unit]]): [string, string, number][] =>
    [undefined, '', 'N/A'].includes(row.cells.get(column))
      ? []
      : [[metric, unit, numberAt(row, column, source)]],
  )
  if (load === undefined) {
    const samples = found.map(([metric, unit, value]) => ({
      ...{ name, metric, unit, better: 'lower' as const, runs: [[value]] },
    }))
    return { samples, failures: [], warnings: [] }
  }
  const { rate, counts } = load
  const count = (column: string) => numberAt(row, column, source)
  const failed = counts ? { total: count(counts.total), failed: count(counts.failed) } : null
  const report = { name, things: 'requests', times: found, rate: count(rate), failed }
  return parsedReports([report], `${source}, line ${row.line}`, hint)
}

/** The format of such a tool. */
export function tableOf(tool: TableTool): Format {
  const { name, title, hint, columns, isSum } = tool
  return {
    ...{ name, title },
    recognises: text => hasTable(text, columns),
    parse: (text, source) => {
      const all = csvRows(text, columns, source, hint)
      const rows = all.filter(({ cells }) => !isSum?.(cells))
      if (isSum && rows.length === all.length)
        throw new InputError(`${source}: looks truncated: its last row is missing; ${hint}`)
      return joinParsed(rows.map(row => rowsOf(row, tool, source)))
    },
  }
}
