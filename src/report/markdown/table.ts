// The rows of a comparison as GitHub Markdown: tables of at most four columns, and lists of rows that have no numbers.
// All from users and files passes through escapes here.
import type { Row } from '../../model/index.ts'
import { levelsOf, type Nightly } from '../words/night-levels.ts'
import { formatInterval, formatValue, NOTHING } from '../words/numbers.ts'
import { rowPair } from '../words/rows/pair.ts'
import { changeText, nameText } from '../words/rows/row.ts'
import { shortenMiddle } from '../words/shorten-middle.ts'
import { visibleText } from '../words/visible-text.ts'
import { codeSpan, escapeWhole, keepPercents, tableRow } from './escape.ts'
import { textSparkline } from './sparkline.ts'

const NAME_WIDTH = 100
const METRIC_WIDTH = 30

/**
 * The options of the rows. The names in them leave out two things: the usual `metric`, and the `start` that all names
 * share. `interval` is the name of their intervals.
 */
export type RowOptions = { metric: string; start: string; interval: string; nightly: Nightly | null }

const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')

/** The mark of a row, with the same meaning as the headline's. */
function markOf({ fails, verdict }: Row): string {
  if (fails) return '✗'
  if (verdict === 'regression') return '!'
  if (verdict === 'improvement') return '✓'
  return '?'
}

/** The name as one code span, with its metric where that is not the usual one. */
export function rowNameMarkdown(row: Row, { metric, start }: RowOptions): string {
  const name = codeSpan(shortenMiddle(nameText(row).slice(start.length), NAME_WIDTH))
  const own = shortenMiddle(visibleText(row.metric).trim(), METRIC_WIDTH)
  return row.metric === metric || own === '' ? name : `${name} ${escapeWhole(own)}`
}

/** Where there is no room, the line breaks behind the arrow. */
function valuesCell(row: Row): string {
  const [before, after] = rowPair(row).map(value => unbroken(escapeWhole(value)))
  return before === NOTHING && after === NOTHING ? NOTHING : `${before}\u00a0→ ${after}`
}

function nameCell(row: Row, options: RowOptions): string {
  const nights = textSparkline(levelsOf(options.nightly, row) ?? [])
  return `${rowNameMarkdown(row, options)}${nights === '' ? '' : `<br><sub>${nights}</sub>`}`
}

/** Where there is no room, the line breaks before the interval and between its ends, never within a number. */
function changeCell(row: Row): string {
  const change = unbroken(changeText(row))
  const moved = row.gates && (row.verdict === 'regression' || row.verdict === 'improvement')
  const interval = row.interval === null ? '' : ` ${keepPercents(formatInterval(row.interval, row.ratio))}`
  return `${moved ? `**${change}**` : change}${interval}`
}

/** A table of these rows, the change first; empty text for no rows. */
export function markdownTable(rows: Row[], options: RowOptions): string {
  if (rows.length === 0) return ''
  const change = rows.some(row => row.interval !== null) ? `Change [${options.interval}]` : 'Change'
  const cells = (row: Row) => [markOf(row), changeCell(row), nameCell(row, options), valuesCell(row)]
  return [['', change, 'Benchmark', 'Before → after'], ['---', '---:', '---', '---:'], ...rows.map(cells)]
    .map(tableRow)
    .join('\n')
}

/** A line for each of these rows, which were not compared: mark, name, the one value that is known, and `text`. */
export function markdownList(rows: Row[], options: RowOptions, text: (row: Row) => string): string {
  const line = (row: Row) => {
    const value = formatValue(row.baseline ?? row.candidate, row.unit)
    const known = value === NOTHING ? '' : ` (${unbroken(escapeWhole(value))})`
    const mark = row.fails ? '✗ ' : ''
    const said = text(row)
    return `- ${mark}${rowNameMarkdown(row, options)}${known}${said === '' ? '' : `: ${said}`}`
  }
  return rows.map(line).join('\n')
}
