// OpenMetrics for Prometheus and its kin.
import type { Session } from '../../model/index.ts'
import { visibleText } from '../words/visible-text.ts'
import { assertDistinct, type DashboardRow, dashboardRows } from './rows.ts'

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
  assertDistinct(session.source, rows, row => labels(row, session))
  const lines = families.flatMap(([name, help, value]) => [
    `# TYPE ${name} gauge`,
    `# HELP ${name} ${help}`,
    ...rows.map(row => `${name}{${labels(row, session)}} ${value(row)}`),
  ])
  return `${[...lines, '# EOF'].join('\n')}\n`
}
