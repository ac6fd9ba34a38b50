// Failures that somebody accepted for one run, by a label or in the workflow.
import { isAcceptable, type Policy, type Row } from '../../model/index.ts'

type Accepted = Pick<Policy, 'accepted'>

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
