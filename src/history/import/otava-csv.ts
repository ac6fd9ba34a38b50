// The rows of a CSV file as Apache Otava reads them: with a delimiter and a quote of its own, and a time in each row.
import { shown } from '../../formats/json/shape.ts'
import { InputError } from '../../model/index.ts'
import { timeOf } from './origin.ts'

export type CsvForm = { delimiter: string; quote: string; timeColumn: string }

/** `cells` by column; `where` names file and line. */
export type OtavaRow = { where: string; date: string; cells: Map<string, string> }

function cellsOf(line: string, { delimiter, quote }: CsvForm): string[] {
  const cells = ['']
  let inQuotes = false
  for (const character of line) {
    if (character === quote) inQuotes = !inQuotes
    else if (character === delimiter && !inQuotes) cells.push('')
    else cells[cells.length - 1] += character
  }
  return cells.map(cell => cell.trim())
}

const DAY =
  /^(\d{4})[./-](\d\d?)[./-](\d\d?)(?:[ T](\d\d?):(\d\d)(?::(\d\d))?(?:\.\d+)?)? ?(Z|[+-]\d\d:?\d\d)?$/
const two = (digits = '0') => digits.padStart(2, '0')

/** Seconds since 1970, or a day with or without a time; one without a zone counts as UTC. Null for anything else. */
function dateOf(text: string): string | null {
  if (/^\d{9,10}(?:\.\d+)?$/.test(text)) return timeOf(Number(text) * 1000)
  const [, year, month, day, hours, minutes, seconds, zone = 'Z'] = DAY.exec(text) ?? []
  if (year === undefined) return null
  const offset = zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')
  return timeOf(`${year}-${two(month)}-${two(day)}T${two(hours)}:${two(minutes)}:${two(seconds)}${offset}`)
}

/** All rows, in their order. Throws an InputError for a missing column, a row of another length or a time that is none. */
export function otavaRows(text: string, source: string, form: CsvForm, columns: string[]): OtavaRow[] {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const header = cellsOf(head, form)
  const missing = [form.timeColumn, ...columns].find(column => !header.includes(column))
  if (missing !== undefined)
    throw new InputError(`${source}: has no column ${shown(missing)}, its columns are ${header.join(', ')}`)
  return lines.flatMap((line, i): OtavaRow[] => {
    if (line.trim() === '') return []
    const where = `${source}, line ${i + 2}`
    const cells = cellsOf(line, form)
    if (cells.length !== header.length)
      throw new InputError(`${where}: has ${cells.length} cells, expected ${header.length}; was it cut off?`)
    const named = new Map(header.map((name, at) => [name, cells[at] as string]))
    const date = dateOf(named.get(form.timeColumn) ?? '')
    if (date === null)
      throw new InputError(
        `${where}: ${form.timeColumn} is ${shown(named.get(form.timeColumn))}, expected a time such as 2026-11-20 03:00:00 +0000`,
      )
    return [{ where, date, cells: named }]
  })
}
