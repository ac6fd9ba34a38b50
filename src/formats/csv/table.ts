// Tools that write a table of results, a row per benchmark: a declaration says which columns count.
import { InputError, type Sample } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { type LoadReport, parsedReports } from '../load/report.ts'
import { joinParsed } from '../runs/join-parsed.ts'
import { type CsvRow, cellNumber, csvRows, hasTable } from './rows.ts'

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

function rowsOf(
  row: CsvRow,
  { nameOf, times, load, failed: failures, hint }: TableTool,
  source: string,
): Parsed {
  const name = nameOf(row.cells)
  if (name === '') throw new InputError(`${source}, line ${row.line}: has no name; ${hint}`)
  if (failures !== undefined && row.cells.has(failures) && cellNumber(row, failures, source) > 0)
    return { samples: [], failures: [{ name, reason: 'it failed' }], warnings: [] }
  const count = (column: string) => cellNumber(row, column, source)
  const found = Object.entries(times).flatMap(([metric, [column, unit]]): LoadReport['times'] =>
    [undefined, '', 'N/A'].includes(row.cells.get(column)) ? [] : [[metric, unit, count(column)]],
  )
  if (load === undefined) {
    const samples = found.map(([metric, unit, value]): Sample => {
      return { name, metric, unit, better: 'lower', runs: [[value]] }
    })
    return { samples, failures: [], warnings: [] }
  }
  const { rate, counts } = load
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
