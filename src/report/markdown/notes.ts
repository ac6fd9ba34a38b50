// Reasons and warnings of the rows of a comment. One that may change a verdict is read with it; all others are folded.
import { comparedVerdicts, type Row, undecidedVerdicts } from '../../model/index.ts'
import { counted, firstOf } from '../../phrases.ts'
import { rowReasons } from '../words/rows/row.ts'
import { shortenMiddle, visibleText } from '../words/visible-text.ts'
import { escapeMarkdown } from './escape.ts'
import { type RowOptions, rowNameMarkdown } from './table.ts'

const NOTE_WIDTH = 240
const MOST_FOLDED = 10
const MOST_OPEN = 3
const MOST_NAMES = 3
const MOST_TOPICS = 3

const noteText = (note: string) => escapeMarkdown(shortenMiddle(visibleText(note), NOTE_WIDTH))

/** A note, and the rows that share it. */
type Note = [text: string, of: Row[]]

/** Whether the verdict may be another one for a reason: it rests on one run, or is undecided while nothing else fails. */
const mayChange = ({ gates, fails, verdict }: Row, code: string | undefined, failing: boolean): boolean =>
  gates && (code === 'on-one-run' || (undecidedVerdicts.includes(verdict) && (fails || !failing)))

function lines(notes: Note[], most: number, options: RowOptions): string[] {
  return notes.slice(0, most).map(([text, of]) => {
    const names = of.map(row => rowNameMarkdown(row, options))
    return `- ${firstOf(names, MOST_NAMES)}: ${noteText(text)}`
  })
}

/** `notes on 2 rows: outlier runs, drift`, after the codes of the warnings. */
function titleOf(notes: Note[]): string {
  const rows = new Set(notes.flatMap(([, of]) => of))
  const texts = new Set(notes.map(([text]) => text))
  const codes = [...rows].flatMap(({ warnings }) => warnings.filter(({ message }) => texts.has(message)))
  const known = codes.map(({ code }) => code).filter(code => /^[a-z]+(-[a-z]+)*$/.test(code))
  const topics = [...new Set(known)].slice(0, MOST_TOPICS).map(code => code.replaceAll('-', ' '))
  return `notes on ${counted(rows.size, 'row')}${topics.length === 0 ? '' : `: ${topics.join(', ')}`}`
}

/** Notes as lists: `open` ones may change a verdict. The `title` says what is `folded`; texts are empty where nothing is. */
export type Notes = { open: string; folded: string; title: string }

/**
 * The notes of the compared ones of these rows, what several rows share once, and nothing that was `said`. `failing` is
 * whether the report fails.
 */
export function notesOnRows(
  rows: Row[],
  options: RowOptions,
  { said, failing }: { said: string[]; failing: boolean },
): Notes {
  const [open, folded] = [new Map<string, Row[]>(), new Map<string, Row[]>()]
  for (const row of rows.filter(({ verdict }) => comparedVerdicts.includes(verdict))) {
    const codes = new Map(row.warnings.map(({ message, code }) => [message, code]))
    for (const text of new Set(rowReasons(row).filter(reason => !said.includes(reason)))) {
      const notes = mayChange(row, codes.get(text), failing) ? open : folded
      notes.set(text, [...(notes.get(text) ?? []), row])
    }
  }
  const first = [...open]
  const rest = [...first.slice(MOST_OPEN), ...folded]
  const left = rest.length - MOST_FOLDED
  return {
    open: lines(first, MOST_OPEN, options).join('\n'),
    folded: [
      ...lines(rest, MOST_FOLDED, options),
      ...(left > 0 ? [`- and ${counted(left, 'more note')}`] : []),
    ].join('\n'),
    title: rest.length === 0 ? '' : titleOf(rest),
  }
}
