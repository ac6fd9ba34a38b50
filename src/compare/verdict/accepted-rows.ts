// Failures that somebody accepted for one run, by a label or in the workflow.
import { type Comparison, comparedVerdicts, type Policy, type Row } from '../../model/index.ts'

type Accepted = Pick<Policy, 'accepted'>

/** Whether somebody can accept that rows fail. Not where no row was compared: there is nothing to accept. */
export const isAcceptable = (rows: Row[]): boolean =>
  rows.some(row => row.fails) && rows.some(({ verdict }) => comparedVerdicts.includes(verdict))

/** Whether somebody can accept a comparison: rows of it that fail, or that its base could not be measured. */
export const isAcceptableComparison = ({ rows, reason }: Pick<Comparison, 'rows' | 'reason'>): boolean =>
  reason === 'base-not-measured' || isAcceptable(rows)

/** The rows as they count once somebody accepted them: none fails, and each names that person. */
export function acceptedRows(rows: Row[], { accepted }: Accepted): Row[] {
  if (accepted === null || !isAcceptable(rows)) return rows
  return rows.map(row => {
    if (!row.fails) return row
    const reason = row.reason === null ? accepted : `${row.reason}; ${accepted}`
    return { ...row, fails: false, reason }
  })
}

/** Whether the row would fail had nobody accepted it. */
export const isAccepted = ({ reason }: Row, { accepted }: Accepted): boolean =>
  accepted !== null && reason?.endsWith(accepted) === true
