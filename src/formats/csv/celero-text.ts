// The table that Celero prints for people (https://github.com/DigitalInBlue/Celero), with bars between its cells. It shortens
// names to fifteen characters, which -t does not.
import { InputError } from '../../model/index.ts'
import { hasLine, tableLines } from '../plain-text.ts'
import type { OtherForm } from '../runs/join-parsed.ts'
import { tableOf } from './table.ts'
import { celero, celeroName } from './tools.ts'

const HEADER = /^\|? *Group +\| +Experiment +\| +Prob\. Space +\|.*\| +us\/Iteration +\|/
const RULE = /^(?:-{40,}|\|?:-[-:|]+) *$/
const NAMES = ['Group', 'Experiment', 'Prob. Space']

const table = tableOf({ ...celero, columns: [...NAMES, 'us/Iteration'], nameOf: celeroName(NAMES) })

const commas = (line: string) =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map(cell => `"${cell.trim().replaceAll('"', '""')}"`)
    .join(',')

/** The same table with commas, line by line: a rule repeats the header, and what is no row ends the table. */
function asCsv(text: string): string {
  const header = tableLines(text).find(line => HEADER.test(line)) ?? ''
  const lines = tableLines(text).map(line => (RULE.test(line) ? header : line))
  return `${lines.map(line => (line.includes('|') ? commas(line) : '')).join('\n')}\n`
}

export const celeroText: OtherForm = {
  recognises: text => hasLine(text, 'us/Iteration', HEADER),
  parse: (text, source) => {
    if (!/^Complete/m.test(text.slice(text.lastIndexOf('|'))))
      throw new InputError(`${source}: looks truncated: nothing says that Celero completed; ${celero.hint}`)
    return table.parse(asCsv(text), source)
  },
}
