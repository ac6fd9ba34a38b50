// The rows of a comparison by verdict: what somebody has to look at open, everything else folded. Rows without a change
// are a count in the line above.
import type { Row, Verdict } from '../../model/index.ts'
import { counted } from '../words/numbers.ts'
import { countsText } from '../words/rows/row.ts'
import { escapeMarkdown } from './escape.ts'
import { notesMarkdown, reasonsMarkdown } from './notes.ts'
import { markdownList, markdownTable, type RowOptions } from './table.ts'

type SectionOf = { title: string; verdict: Verdict; gates: boolean | null }

/** In this order. A crash is never behind a regression. */
const OPEN: SectionOf[] = [
  { title: 'Crashed', verdict: 'failed', gates: true },
  { title: 'Regressed', verdict: 'regression', gates: true },
  { title: 'Removed', verdict: 'removed', gates: true },
  { title: 'Not comparable', verdict: 'not-comparable', gates: true },
  { title: 'Scatters more than its baseline', verdict: 'scattered', gates: true },
  { title: 'Improved', verdict: 'improvement', gates: true },
]
const FOLDED: SectionOf[] = [
  { title: 'Crashed (cannot fail the check)', verdict: 'failed', gates: false },
  { title: 'Worse (does not fail the check)', verdict: 'regression', gates: false },
  { title: 'Removed (cannot fail the check)', verdict: 'removed', gates: false },
  { title: 'Not comparable (cannot fail the check)', verdict: 'not-comparable', gates: false },
  { title: 'Scatters more (cannot fail the check)', verdict: 'scattered', gates: false },
  { title: 'Better (not counted)', verdict: 'improvement', gates: false },
  { title: 'Inconclusive', verdict: 'inconclusive', gates: null },
  { title: 'New', verdict: 'new', gates: null },
]
const LISTED: Verdict[] = ['failed', 'removed', 'not-comparable', 'new']

const rowsOf = (rows: Row[], { verdict, gates }: SectionOf): Row[] =>
  rows.filter(row => row.verdict === verdict && (gates === null || row.gates === gates))

/** The rows that are shown at all, in the order of the sections. */
export function shownRows(rows: Row[]): Row[] {
  return [...OPEN, ...FOLDED].flatMap(section => rowsOf(rows, section))
}

/** Drops the note that a new benchmark has no baseline: it goes without saying. */
const listText = (row: Row) => (row.verdict === 'new' ? '' : reasonsMarkdown(row))

function sectionMarkdown(section: SectionOf, all: Row[], options: RowOptions, unseen = ''): string {
  const rows = rowsOf(all, section)
  if (rows.length === 0) return ''
  const title = `#### ${section.title}`
  if (LISTED.includes(section.verdict)) return `${title}\n\n${markdownList(rows, options, listText)}`
  return [
    title,
    markdownTable(rows, options),
    section.verdict === 'inconclusive' ? escapeMarkdown(unseen) : '',
    notesMarkdown(rows, options),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/**
 * The sections of these rows. `unseen` is what inconclusive rows may hide; `slim` leaves out the nights of the folded ones.
 */
export function sectionsMarkdown(
  rows: Row[],
  options: RowOptions,
  { unseen, slim }: { unseen: string; slim: boolean },
): string[] {
  const open = OPEN.map(section => sectionMarkdown(section, rows, options)).filter(Boolean)
  const others = FOLDED.flatMap(section => rowsOf(rows, section))
  if (others.length === 0) return open
  const below = slim ? { ...options, nightly: null } : options
  const folded = FOLDED.map(section => sectionMarkdown(section, rows, below, unseen)).filter(Boolean)
  const summary = `${counted(others.length, open.length === 0 ? 'row' : 'other row')}: ${countsText(others)}`
  return [...open, `<details><summary>${summary}</summary>\n\n${folded.join('\n\n')}\n\n</details>`]
}
