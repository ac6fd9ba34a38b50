// Sums a session up for dashboards: a few numbers for each benchmark and metric.
import { InputError, type Sample, type Session } from '../../model/index.ts'
import { median, runSummary } from '../../stats/describe/summary.ts'
import { visibleText } from '../words/visible-text.ts'

/** `value` is the median of the runs, `lowest` and `highest` are runs; all in `unit`. */
export type DashboardRow = Pick<Sample, 'metric' | 'unit' | 'better'> & {
  benchmark: string
  /** Whether the metric is the benchmark's first, the one that gates by default. */
  isPrimary: boolean
  runs: number
  value: number
  lowest: number
  highest: number
}

const least = (values: number[]) => values.reduce((one, other) => Math.min(one, other))
const most = (values: number[]) => values.reduce((one, other) => Math.max(one, other))

/** A row for each benchmark and metric, in the session's order. */
export function dashboardRows({ benchmarks }: Pick<Session, 'benchmarks'>): DashboardRow[] {
  const seen = new Set<string>()
  return benchmarks.map(({ name, metric, unit, better, runs }) => {
    const isPrimary = !seen.has(name)
    seen.add(name)
    const values = runs.map(run => runSummary(run, 'median'))
    return {
      benchmark: name,
      metric,
      unit,
      better,
      isPrimary,
      runs: values.length,
      value: median(values),
      lowest: least(values),
      highest: most(values),
    }
  })
}

/** The primary metric goes without saying, so that another one later renames nothing. */
export const dashboardName = ({ benchmark, metric, isPrimary }: DashboardRow): string =>
  isPrimary ? benchmark : `${benchmark} (${metric})`

/** Throws an InputError where two rows would be the same for the service: it would refuse the file, or mix them. */
export function assertDistinct(source: string, rows: DashboardRow[], nameOf: (row: DashboardRow) => string) {
  const seen = new Set<string>()
  for (const row of rows) {
    const written = nameOf(row)
    if (seen.has(written)) {
      const what = `${row.metric} of ${row.benchmark} would have the name of another row there`
      throw new InputError(visibleText(`${source}: ${what}; rename one`))
    }
    seen.add(written)
  }
}

/** When the session began, in ISO 8601; null where no run says so. */
export const beganAt = ({ evidence }: Pick<Session, 'evidence'>): string | null =>
  evidence[0]?.startedAt ?? null
