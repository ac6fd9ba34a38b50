// CSV for spreadsheets.
import type { Session } from '../../model/index.ts'
import { beganAt, type DashboardRow, dashboardRows } from './rows.ts'

const columns: [name: string, value: (row: DashboardRow, session: Session) => string | number][] = [
  ['suite', (_, { suite }) => suite ?? ''],
  ['commit', (_, { revision }) => revision?.commit ?? ''],
  ['time', (_, session) => beganAt(session) ?? ''],
  ['benchmark', row => row.benchmark],
  ['metric', row => row.metric],
  ['unit', row => row.unit],
  ['better', row => row.better],
  ['runs', row => row.runs],
  ['median', row => row.value],
  ['lowest', row => row.lowest],
  ['highest', row => row.highest],
]

/** A field of RFC 4180. A spreadsheet takes a text that begins like this for a formula, and names may. */
function field(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line for each benchmark and metric, below a line of names. */
export function csv(session: Session): string {
  const lines = dashboardRows(session).map(row => columns.map(([, value]) => value(row, session)))
  return [columns.map(([name]) => name), ...lines].map(line => `${line.map(field).join(',')}\r\n`).join('')
}
