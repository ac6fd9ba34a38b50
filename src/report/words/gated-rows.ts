// The rows that decide, and how the headline counts and names them.
import { type Comparison, comparedVerdicts, type Row, type Verdict } from '../../model/index.ts'
import { counted, formatCount, NOTHING } from './numbers.ts'
import { orderRows } from './order-rows.ts'
import { changeText, nameText } from './rows.ts'
import { commonStart, shortenMiddle } from './shorten-middle.ts'
import { visibleText } from './visible-text.ts'

/** The gating rows in order of importance, those of them that were compared, and what one is called. */
export type GatedRows = { rows: Row[]; compared: Row[]; noun: 'benchmark' | 'result' }

const NAMED = 3
const NAME_WIDTH = 60

/** The gating rows of a comparison. A benchmark with several of them makes each a "result". */
export function gatedRows(comparison: Comparison): GatedRows {
  const rows = orderRows(comparison.rows.filter(row => row.gates))
  const several = new Set(rows.map(row => row.benchmark)).size < rows.length
  return { rows, compared: having(rows, ...comparedVerdicts), noun: several ? 'result' : 'benchmark' }
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

/** `start`: what all names begin with, which tells nobody anything where names are long. */
function nameOf(row: Row, { noun }: GatedRows, start: string): string {
  const metric = noun === 'result' && row.metric !== '' ? ` (${visibleText(row.metric)})` : ''
  const name = shortenMiddle(`${nameText(row).slice(start.length)}${metric}`, NAME_WIDTH)
  const change = changeText(row)
  return change === NOTHING ? name : `${name} ${change}`
}

/** The first three of these rows with their changes: `a +12.1 %, b +5.2 %, c +4.0 % and 2 more`. */
export function namesText(rows: Row[], gated: GatedRows): string {
  const more = rows.length > NAMED ? ` and ${formatCount(rows.length - NAMED)} more` : ''
  const named = rows.slice(0, NAMED)
  const isLong = named.some(row => nameText(row).length > NAME_WIDTH)
  const start = isLong ? commonStart(gated.rows.map(nameText)) : ''
  const names = named.map(row => nameOf(row, gated, start))
  return `${names.join(', ')}${more}`
}
