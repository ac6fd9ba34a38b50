// The rows of a comment: those that are told, the worst first, and the others.
import { grouped } from '../../grouped.ts'
import { type Comparison, fails, type Row } from '../../model/index.ts'
import { rowMark } from '../words/answer/marks.ts'
import type { Nightly } from '../words/night-levels.ts'
import { mirrorOf } from '../words/rows/derived-throughput.ts'
import { orderRows } from '../words/rows/order.ts'
import { countsText, nameText } from '../words/rows/row.ts'
import { commonStart } from '../words/visible-text.ts'
import type { ShownRow } from './table.ts'

/** A comparison in a comment, and what is known besides it; `suite` is empty where there is one. */
export type Part = {
  suite: string
  comparison: Comparison
  nightly?: Nightly | null | undefined
  /** Shell commands that repeat it. */
  reproduce?: string | undefined
  /** The address of the candidate's files; null where there is none. */
  source?: string | null
}

/** So many rows stand in the open table. */
export const OPEN_ROWS = 10
/** Names up to this length fit. For longer ones the start that all share is written once above them. */
const FITTING_NAME = 40

/** What happened to a row that gates and is no mere noise: it is read first. */
const isTold = ({ gates, fails, verdict }: Row): boolean =>
  gates && (fails || ['failed', 'regression', 'removed', 'not-comparable', 'improvement'].includes(verdict))

/** The metric that goes without saying: that of most rows that gate. */
function usualMetric(rows: Row[]): string {
  const gating = rows.filter(row => row.gates && row.metric !== '')
  const byMetric = [...grouped(gating, ({ metric }) => metric)]
  return byMetric.reduce((most, each) => (each[1].length > most[1].length ? each : most), ['', []])[0]
}

/** The rows of all parts, the worst first: those that are told, and the others. CommentRows without a change are counted only. */
export function rowsOf(parts: Part[]) {
  const shown = new Map<Row, ShownRow>()
  let mirrored = 0
  for (const { comparison, suite, nightly = null } of parts) {
    const mirrors = mirrorOf(comparison.rows)
    const failing = fails(comparison)
    mirrored += mirrors.size
    for (const row of comparison.rows.filter(each => !mirrors.has(each)))
      shown.set(row, { row, suite, nightly, failing })
  }
  const rows = orderRows([...shown.keys()])
  const names = rows.map(nameText)
  const start = names.some(name => name.length > FITTING_NAME) ? commonStart(names) : ''
  const other = rows.filter(row => !isTold(row) && row.verdict !== 'no-change')
  const told = rows.filter(isTold)
  const ordered = told.toSorted((a, b) => Number(b.fails) - Number(a.fails))
  const withPlace = (each: Row[]) => each.map(row => shown.get(row) as ShownRow)
  return {
    told: withPlace(ordered),
    others: withPlace(other),
    options: { metric: usualMetric(rows), start },
    mirrored,
  }
}

/** How many of these rows there are of each kind: `1 slower that cannot fail the check, 2 unclear`. */
export const kindsText = (rows: ShownRow[]): string =>
  countsText(rows, ({ row }) => {
    const { word } = rowMark(row)
    const isPlain = row.gates || row.verdict === 'inconclusive' || row.verdict === 'new'
    return isPlain ? word : `${word} that cannot fail the check`
  })

export type CommentRows = ReturnType<typeof rowsOf>
