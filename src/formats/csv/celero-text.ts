// The table that Celero prints for people (https://github.com/DigitalInBlue/Celero), with bars between its cells. It shortens
// names to fifteen characters, which -t does not.
import { InputError } from '../../model/index.ts'
import type { Format } from '../format.ts'
import { tableLines } from '../plain-text.ts'
import { type TableTool, tableOf } from './table.ts'
import { celero } from './tools.ts'

const HEADER = /^\|? *Group +\| +Experiment +\| +Prob\. Space +\|.*\| +us\/Iteration +\|/
const RULE = /^(?:-{40,}|\|?:-[-:|]+) *$/

const tool: TableTool = {
  ...celero,
  columns: ['Group', 'Experiment', 'Prob. Space', 'us/Iteration'],
  nameOf: cells => ['Group', 'Experiment', 'Prob. Space'].map(column => cells.get(column) ?? '').join('/'),
}
const table = tableOf(tool)

const commas = (line: string) =>
  line
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split('|')
    .map(cell => `"${cell.trim().replaceAll('"', '""')}"`)
    .join(',')

/** The same table with commas, line by line: a rule repeats the header, and what is no row ends the table. */
function asCsv(text: string): string {
  const header = tableLines(text).find(line => HEADER.test(line)) ?? ''
  const lines = tableLines(text).map(line => {
    if (RULE.test(line)) return commas(header)
    return line.includes('|') ? commas(line) : ''
  })
  return `${lines.join('\n')}\n`
}

export const celeroText: Format = {
  name: celero.name,
  title: celero.title,
  recognises: text => text.includes('us/Iteration') && tableLines(text).some(line => HEADER.test(line)),
  parse: (text, source) => {
    if (!/^Complete/m.test(text.slice(text.lastIndexOf('|'))))
      throw new InputError(`${source}: looks truncated: nothing says that Celero completed; ${tool.hint}`)
    return table.parse(asCsv(text), source)
  },
}
