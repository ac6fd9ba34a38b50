// The rows that decide, and how the headline counts and names them.
import { type Comparison, comparedVerdicts, type Row, type Verdict } from '../../../model/index.ts'
import { counted, formatCount, NOTHING } from '../numbers.ts'
import { orderRows } from '../rows/order.ts'
import { changeText, nameText } from '../rows/row.ts'
import { commonStart, shortenMiddle } from '../shorten-middle.ts'
import { visibleText } from '../visible-text.ts'

/** Writes a name for the medium: everything else in a headline is our own words and numbers. */
export type WriteName = (name: string) => string

const plainName: WriteName = name => name

/** The gating rows in order of importance, and those of them that were compared. `noun` is the word for one of them. */
export type GatedRows = { rows: Row[]; compared: Row[]; noun: 'benchmark' | 'result'; write: WriteName }

const NAMED = 3
const NAME_WIDTH = 60

/** The gating rows of a comparison. A benchmark with several of them makes each a "result". */
export function gatedRows(comparison: Comparison, write: WriteName = plainName): GatedRows {
  const rows = orderRows(comparison.rows.filter(row => row.gates))
  const several = new Set(rows.map(row => row.benchmark)).size < rows.length
  return { rows, compared: having(rows, ...comparedVerdicts), noun: several ? 'result' : 'benchmark', write }
}

/** The rows with one of these verdicts. */
export function having(rows: Row[], ...verdicts: Verdict[]): Row[] {
  return rows.filter(row => verdicts.includes(row.verdict))
}

/** `2 of 14 benchmarks`, `both benchmarks`, `the only benchmark`: a part of those that were compared. */
export function shareText(part: number, { compared, noun }: GatedRows): string {
  if (compared.length === 1) return `the only ${noun}`
  if (part === compared.length) return part === 2 ? `both ${noun}s` : `all ${counted(part, noun)}`
  return `${formatCount(part)} of ${counted(compared.length, noun)}`
}

/** The name of a row, without the `start` that all names share: in long names it tells nobody anything. */
function nameOf(row: Row, { noun, write }: GatedRows, start: string): string {
  const metric = noun === 'result' && row.metric !== '' ? ` (${visibleText(row.metric)})` : ''
  const name = write(shortenMiddle(`${nameText(row).slice(start.length)}${metric}`, NAME_WIDTH))
  const change = changeText(row)
  return change === NOTHING ? name : `${name} ${change}`
}

/** The first `most` of these rows with their changes: `a +12.1 %, b +5.2 %, c +4.0 % and 2 more`. */
export function namesText(rows: Row[], gated: GatedRows, most = NAMED): string {
  const more = rows.length > most ? ` and ${formatCount(rows.length - most)} more` : ''
  const named = rows.slice(0, most)
  const all = gated.rows.map(nameText)
  const start = all.some(name => name.length > NAME_WIDTH) ? commonStart(all) : ''
  const names = named.map(row => nameOf(row, gated, start))
  return `${names.join(', ')}${more}`
}
