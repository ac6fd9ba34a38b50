// Reasons and warnings of the rows of a table, in lines below it.
import type { Comparison, Row } from '../../model/index.ts'
import { formatShare } from '../../units.ts'
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

/** The reason and the warnings of one row on one line; each once. */
export function reasonsMarkdown(row: Row): string {
  return [...new Set(rowReasons(row))].map(noteText).join('; ')
}

/** `Changes under 11 % may have gone unseen; 318 runs per side would show 2 %.` Empty text where nothing is known. */
export function unseenText({ design, rows }: Pick<Comparison, 'design' | 'rows'>): string {
  const inconclusive = rows.filter(row => row.verdict === 'inconclusive')
  const isKnown = (value: number | null): value is number => value !== null && Number.isFinite(value)
  const known = inconclusive.map(row => row.detectable).filter(isKnown)
  const unseen = known.toSorted((a, b) => a - b)
  if (unseen.length === 0) return ''
  const [best = '', worst = ''] = [unseen[0] ?? 0, unseen.at(-1) ?? 0].map(size => formatShare(size, 2))
  const range = best === worst ? '' : ` (${best} in the best row)`
  const changes = `Changes under ${worst} may have gone unseen${range}`
  // More runs do not help against a stored baseline: the variance between sessions is what hides the change.
  if (design === 'stored') return `${changes}.`
  const needed = inconclusive.map(row => row.runsNeeded)
  const [band, ...otherBands] = new Set(inconclusive.map(row => row.band))
  // If one row has no estimate, naming the largest of the others would promise too much.
  if (!needed.every(isKnown) || band === undefined || otherBands.length > 0) return `${changes}.`
  const runs = needed.toSorted((a, b) => a - b).at(-1) ?? 0
  const all = inconclusive.length > 1 ? ' in all of them' : ''
  return `${changes}; ${counted(runs, 'run')} per side would show ${formatShare(band)}${all}.`
}

/** The notes of these rows as a list, what several rows share once. Empty text for none. */
export function notesMarkdown(rows: Row[], options: RowOptions): string {
  const noted = new Map<string, Row[]>()
  for (const row of rows) {
    for (const note of new Set(rowReasons(row))) noted.set(note, [...(noted.get(note) ?? []), row])
  }
  const lines = [...noted].slice(0, MOST_NOTES).map(([note, of]) => {
    const names = of.slice(0, MOST_NAMES).map(row => rowNameMarkdown(row, options))
    const more = of.length - names.length
    return `- ${names.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}: ${noteText(note)}`
  })
  const left = noted.size - lines.length
  return [...lines, ...(left > 0 ? [`- and ${counted(left, 'more note')}`] : [])].join('\n')
}
