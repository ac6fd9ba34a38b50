// The data of the HTML report's page: what `sectionData` puts in and the script reads. Names are short because a page
// has thousands of them.
import type { StackTree } from '../../../model/index.ts'

/** A row; null means no value. */
export type PageRow = {
  /** One value per run, in the order of measuring. */
  b: (number | null)[]
  c: (number | null)[]
  /** The ratio candidate / baseline, its interval (null: no upper end) and its p-value. */
  r: number | null
  i: [number | null, number | null] | null
  p: number | null
  /** The no-change band, as a fraction. */
  w: number
  /** The levels of baseline and candidate. */
  from: number | null
  to: number | null
  /** A value is shown as value / f in the unit u. */
  f: number
  u: string
  /** The levels of the nights before, the oldest first. */
  n?: (number | null)[]
}

/** A comparison: its rows in the order of the table, and the log ratio at the end of their interval charts. */
export type PageTable = {
  limit: number
  rows: PageRow[]
  /** The machine of the nights. */
  machine?: string
}

export type ReportData = { tables: PageTable[]; flames: StackTree[][] }
