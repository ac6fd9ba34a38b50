// The rows of comparisons as one GitHub Markdown table: mark, change over its interval, name, values. On
// a phone the first columns are seen without scrolling, however long a name is. All from users and
// files passes through escapes here.
import { comparedVerdicts, isBlind, type Row } from '../../model/index.ts'
import { formatShare, isTime } from '../../units.ts'
import { rowMark } from '../words/answer/marks.ts'
import { levelsOf, type Nightly } from '../words/night-levels.ts'
import { formatInterval, formatValue, NOTHING } from '../words/numbers.ts'
import { changeText, nameText, rowReasons, shortPair } from '../words/rows/row.ts'
import { shortenMiddle, visibleText } from '../words/visible-text.ts'
import { codeSpan, escapeMarkdown, escapeWhole, keepPercents, tableRow } from './escape.ts'
import { textSparkline } from './sparkline.ts'

const NAME_WIDTH = 100
const METRIC_WIDTH = 30
const REASON_WIDTH = 200

/** A row of a comment: its suite where there are several, its nights, and whether its comparison fails. */
export type ShownRow = { row: Row; suite: string; nightly: Nightly | null; failing: boolean }
/** Names leave out the usual `metric` and the `start` that all of them share. */
export type RowOptions = { metric: string; start: string }

const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')
const small = (text: string) => (text === '' ? '' : `<br><sub>${text}</sub>`)

/** The name as one code span, with its metric where that is not the usual one. */
export function rowNameMarkdown(row: Row, { metric, start }: RowOptions): string {
  const name = codeSpan(shortenMiddle(nameText(row).slice(start.length), NAME_WIDTH))
  const own = shortenMiddle(visibleText(row.metric).trim(), METRIC_WIDTH)
  return row.metric === metric || own === '' ? name : `${name} ${escapeWhole(own)}`
}

const wasCompared = ({ verdict }: Row) => comparedVerdicts.includes(verdict)

/** Why a row was not compared; of a new one that goes without saying. */
const reasonOf = (row: Row): string =>
  wasCompared(row) || row.verdict === 'new'
    ? ''
    : shortenMiddle([...new Set(rowReasons(row))].join('; '), REASON_WIDTH)

function nameCell({ row, suite, nightly }: ShownRow, options: RowOptions): string {
  const nights = textSparkline(levelsOf(nightly, row) ?? [])
  const lines = [
    suite === '' || suite === row.benchmark ? '' : escapeWhole(suite),
    nights,
    escapeMarkdown(reasonOf(row)),
  ]
  return `${rowNameMarkdown(row, options)}${small(lines.filter(Boolean).join('<br>'))}`
}

/** `2.7 to 6.8 %`, as the sign stands above; `−4.2 to +11.9 %` where the ends differ in theirs. */
function intervalText({ interval, ratio }: Row): string {
  const [low = '', high = ''] = formatInterval(interval, ratio).slice(1, -1).split(', ')
  if (interval === null) return ''
  const isSigned = low[0] === high[0] && /^[+−]/.test(low)
  const sizes = isSigned ? [low.slice(1), high.slice(1)] : [low, high]
  const [first, second] = isSigned && low.startsWith('−') ? sizes.toReversed() : sizes
  return keepPercents(`${first?.replace(/ %$/, '')} to ${second}`)
}

/** The change, in bold where it counts, and its interval below. */
function changeCell(row: Row): string {
  const change = unbroken(changeText(row))
  if (change === NOTHING) return wasCompared(row) ? NOTHING : ''
  const moved = row.gates && (row.verdict === 'regression' || row.verdict === 'improvement')
  return `${moved ? `**${change}**` : change}${small(unbroken(intervalText(row)))}`
}

/** `748 → **790 µs**`: the unit once where both sides have the same. */
function valuesCell(row: Row): string {
  if (!wasCompared(row)) {
    const value = formatValue(row.baseline ?? row.candidate, row.unit)
    return value === NOTHING ? '' : unbroken(escapeWhole(value))
  }
  const [from, to] = shortPair(row).map(value => unbroken(escapeWhole(value)))
  return `${from}\u00a0→ ${to?.includes('`') ? to : `**${to}**`}`
}

/** A table of these rows; empty text for none. */
export function markdownTable(rows: ShownRow[], options: RowOptions): string {
  if (rows.length === 0) return ''
  const value = rows.every(({ row }) => row.unit === '' || isTime(row.unit)) ? 'Time' : 'Value'
  const cells = (shown: ShownRow) => {
    const { glyph, word } = rowMark(shown.failing ? shown.row : { ...shown.row, fails: false })
    return [
      `${glyph}${small(unbroken(word))}`,
      changeCell(shown.row),
      nameCell(shown, options),
      valuesCell(shown.row),
    ]
  }
  const head = ['', 'Change', 'Benchmark', value]
  return [head, [':--', '--:', ':--', '--:'], ...rows.map(cells)].map(tableRow).join('\n')
}

/** What rows without a decision may hide: `a change under 11 % could hide there`; empty where one of them does not tell. */
export function hiddenText(rows: Row[]): string {
  const most = Math.max(...rows.map(row => row.detectable ?? Number.POSITIVE_INFINITY))
  if (!Number.isFinite(most)) return ''
  return `${isBlind(most) ? 'even a tenfold change' : `a change under ${formatShare(most, 2)}`} could hide there`
}
