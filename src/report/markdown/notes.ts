// Reasons and warnings of the rows of a table, in lines below it.
import { comparedVerdicts, type Row } from '../../model/index.ts'
import { counted, formatCount } from '../words/numbers.ts'
import { rowReasons } from '../words/rows/row.ts'
import { shortenMiddle } from '../words/shorten-middle.ts'
import { visibleText } from '../words/visible-text.ts'
import { escapeMarkdown } from './escape.ts'
import { type RowOptions, rowNameMarkdown } from './table.ts'

const NOTE_WIDTH = 240
const MOST_NOTES = 10
const MOST_NAMES = 3

const noteText = (note: string) => escapeMarkdown(shortenMiddle(visibleText(note), NOTE_WIDTH))

/**
 * The notes of the compared ones of these rows as a list, what several rows share once, and nothing that was `said`. Empty text for
 * none.
 */
export function notesMarkdown(rows: Row[], options: RowOptions, said: string[]): string {
  const noted = new Map<string, Row[]>()
  for (const row of rows.filter(({ verdict }) => comparedVerdicts.includes(verdict))) {
    for (const note of new Set(rowReasons(row).filter(reason => !said.includes(reason))))
      noted.set(note, [...(noted.get(note) ?? []), row])
  }
  const lines = [...noted].slice(0, MOST_NOTES).map(([note, of]) => {
    const names = of.slice(0, MOST_NAMES).map(row => rowNameMarkdown(row, options))
    const more = of.length - names.length
    return `- ${names.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}: ${noteText(note)}`
  })
  const left = noted.size - lines.length
  return [...lines, ...(left > 0 ? [`- and ${counted(left, 'more note')}`] : [])].join('\n')
}
