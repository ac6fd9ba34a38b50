// Plain text that other programs read: OpenMetrics for Prometheus and its kin, CSV for spreadsheets.
import type { Session } from '../../model/index.ts'
import { visibleText } from '../words/visible-text.ts'
import { beganAt, type DashboardRow, dashboardRows } from './rows.ts'

const labelValue = (text: string) =>
  visibleText(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

function labels(row: DashboardRow, { suite }: Session): string {
  const all = {
    suite: suite ?? '',
    benchmark: row.benchmark,
    metric: row.metric,
    unit: row.unit,
    better: row.better,
  }
  return Object.entries(all)
    .map(([name, value]) => `${name}="${labelValue(value)}"`)
    .join(',')
}

const families: [name: string, help: string, value: (row: DashboardRow) => number][] = [
  ['stable_bench_median', 'Median of the runs, in the unit of the label.', row => row.value],
  ['stable_bench_lowest', 'Lowest run, in the unit of the label.', row => row.lowest],
  ['stable_bench_highest', 'Highest run, in the unit of the label.', row => row.highest],
  ['stable_bench_runs', 'Number of runs.', row => row.runs],
]

/** Gauges in OpenMetrics 1.0 text, with the labels suite, benchmark, metric, unit and better. */
export function openMetrics(session: Session): string {
  const rows = dashboardRows(session)
  const lines = families.flatMap(([name, help, value]) => [
    `# TYPE ${name} gauge`,
    `# HELP ${name} ${help}`,
    ...rows.map(row => `${name}{${labels(row, session)}} ${value(row)}`),
  ])
  return `${[...lines, '# EOF'].join('\n')}\n`
}

const columns = [
  'suite',
  'commit',
  'time',
  'benchmark',
  'metric',
  'unit',
  'better',
  'runs',
  'median',
  'lowest',
  'highest',
]

/** A field of RFC 4180. A spreadsheet takes a text that begins so for a formula, and a name may be anything. */
function field(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line for each benchmark and metric, below a line of names. */
export function csv(session: Session): string {
  const about = [session.suite ?? '', session.revision?.commit ?? '', beganAt(session) ?? '']
  const lines = dashboardRows(session).map(row => [
    ...about,
    row.benchmark,
    row.metric,
    row.unit,
    row.better,
    row.runs,
    row.value,
    row.lowest,
    row.highest,
  ])
  return [columns, ...lines].map(line => `${line.map(field).join(',')}\r\n`).join('')
}
