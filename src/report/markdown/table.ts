// The rows of a comparison as GitHub Markdown tables. Everything from users and files passes through escapes here.
import type { Policy, Row } from '../../model/index.ts'
import { sparkline } from '../text/sparkline.ts'
import { intervalName } from '../words/design.ts'
import { levelsOf, type Nightly } from '../words/nightly.ts'
import { formatInterval, formatPair, NOTHING } from '../words/numbers.ts'
import { changeText, nameText, rowNotes, verdictText } from '../words/rows.ts'
import { shortenMiddle } from '../words/shorten-middle.ts'
import { visibleText } from '../words/visible-text.ts'
import { codeSpan, escapeMarkdown, tableRow } from './escape.ts'

const NAME_WIDTH = 100
const METRIC_WIDTH = 30
const NOTE_WIDTH = 240

/** Decides the columns of a table. */
export type TableOptions = { policy: Policy; metrics: boolean; nightly: Nightly | null }

function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}

function valuesText(row: Row): string {
  const [baseline, candidate] = formatPair(row.baseline, row.candidate, row.unit)
  const arrow = baseline === NOTHING && candidate === NOTHING ? NOTHING : `${baseline} → ${candidate}`
  return escapeMarkdown(arrow)
}

function verdictCell(row: Row): string {
  const notes = rowNotes(row).map(note => escapeMarkdown(shortenMiddle(visibleText(note), NOTE_WIDTH)))
  return [verdictText(row), ...notes.map(note => `<sub>${note}</sub>`)].join('<br>')
}

function changeCell(row: Row): string {
  const change = unbroken(changeText(row))
  const moved = row.gates && (row.verdict === 'regression' || row.verdict === 'improvement')
  return moved ? `**${change}**` : change
}

type MarkdownColumn = { title: string; align: '---' | '---:'; cell: (row: Row) => string }

function columnsFor(rows: Row[], { policy, metrics, nightly }: TableOptions): MarkdownColumn[] {
  const name = (row: Row): string => codeSpan(shortenMiddle(nameText(row), NAME_WIDTH))
  const metric = (row: Row): string => escapeMarkdown(shortenMiddle(visibleText(row.metric), METRIC_WIDTH))
  const interval = (row: Row): string => unbroken(formatInterval(row.interval))
  const nights = (row: Row): string => sparkline(levelsOf(nightly, row) ?? [])
  const columns: (MarkdownColumn | false)[] = [
    { title: 'Benchmark', align: '---', cell: name },
    metrics && { title: 'Metric', align: '---', cell: metric },
    { title: 'Baseline → candidate', align: '---:', cell: row => unbroken(valuesText(row)) },
    rows.some(row => changeText(row) !== NOTHING) && { title: 'Change', align: '---:', cell: changeCell },
    rows.some(row => row.interval !== null) && { title: intervalName(policy), align: '---:', cell: interval },
    // On the right, so that the newest nights of all rows are below each other.
    rows.some(row => nights(row) !== '') && { title: 'Nightly', align: '---:', cell: nights },
    { title: 'Verdict', align: '---', cell: verdictCell },
  ]
  return columns.filter(column => column !== false)
}

/** A table of these rows with its header; empty text for no rows. Leaves out columns that no row fills. */
export function markdownTable(rows: Row[], options: TableOptions): string {
  if (rows.length === 0) return ''
  const columns = columnsFor(rows, options)
  const lines = [
    columns.map(column => column.title),
    columns.map(column => column.align),
    ...rows.map(row => columns.map(column => column.cell(row))),
  ]
  return lines.map(tableRow).join('\n')
}
