// The JSON that other services take: github-action-benchmark's custom tools, Bencher and Nyrkiö.
import { InputError, type Session } from '../../model/index.ts'
import { counted } from '../../phrases.ts'
import { isTime } from '../../units.ts'
import { assertDistinct, beganAt, type DashboardRow, dashboardName, dashboardRows } from './rows.ts'

const document = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/**
 * The file for `tool: customSmallerIsBetter` (`better` lower) or `customBiggerIsBetter` (higher): it knows one
 * direction, so the rows of the other are left out. Throws an InputError where that leaves none of some, since an empty file
 * is an error there. https://github.com/benchmark-action/github-action-benchmark#tool-required
 */
export function customBenchmarks(session: Session, better: 'lower' | 'higher'): string {
  const all = dashboardRows(session)
  const rows = all.filter(row => row.better === better)
  if (rows.length === 0 && all.length > 0) {
    const other = better === 'lower' ? 'bigger' : 'smaller'
    throw new InputError(
      `${session.source}: holds no metric of which ${better} is better; write custom-${other}-is-better`,
    )
  }
  assertDistinct(session.source, rows, dashboardName)
  return document(
    rows.map(row => ({
      name: dashboardName(row),
      unit: row.unit,
      value: row.value,
      range: `± ${Number(((row.highest - row.lowest) / 2).toPrecision(3))}`,
      extra: counted(row.runs, 'run'),
    })),
  )
}

/** Bencher's own measures, and the units that its pages show for them whatever was sent. */
const OWN_UNITS: Record<string, RegExp> = {
  latency: /^ns/,
  throughput: /^ops?\/s$/,
  'build-time': /^s$/,
  'file-size': /^B$/,
}

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** The slug of a measure, with the unit behind it where Bencher would show another one. Slugs have 64 characters. */
function measureOf({ metric, unit, isPrimary }: DashboardRow): string {
  if (isPrimary && isTime(unit)) return 'latency'
  if (isPrimary && OWN_UNITS.throughput?.test(unit)) return 'throughput'
  const slug = slugOf(metric)
  const own = Object.hasOwn(OWN_UNITS, slug) ? OWN_UNITS[slug] : undefined
  const named = own === undefined || own.test(unit) ? slug : `${slug}-${slugOf(unit)}`
  return named.slice(0, 64) || 'value'
}

/**
 * Bencher Metric Format; the bounds are the lowest and the highest run. Throws an InputError where two metrics of one
 * benchmark have one slug. https://bencher.dev/docs/reference/bencher-metric-format
 */
export function bencherMetrics(session: Session): string {
  const benchmarks = new Map<string, Map<string, object>>()
  for (const row of dashboardRows(session)) {
    const measures = benchmarks.get(row.benchmark) ?? new Map<string, object>()
    const measure = measureOf(row)
    if (measures.has(measure)) {
      throw new InputError(
        `${session.source}: two metrics of ${row.benchmark} would be the measure '${measure}': rename '${row.metric}'`,
      )
    }
    measures.set(measure, { value: row.value, lower_value: row.lowest, upper_value: row.highest })
    benchmarks.set(row.benchmark, measures)
  }
  return document(Object.fromEntries([...benchmarks].map(([name, each]) => [name, Object.fromEntries(each)])))
}

/**
 * A result for Nyrkiö's `/api/v0/result/{test}`, with one metric for each row. Throws an InputError without a commit
 * and a time: it would not know where in the history the result belongs. https://nyrkio.com/docs/getting-started
 */
export function nyrkioResult(session: Session): string {
  const { revision, source } = session
  const began = beganAt(session)
  if (!revision?.commit || began === null) {
    const lacking = revision?.commit ? 'time of its runs' : 'commit'
    throw new InputError(`${source}: has no ${lacking}, which Nyrkiö needs; measure in a git checkout`)
  }
  const rows = dashboardRows(session)
  assertDistinct(session.source, rows, dashboardName)
  const metrics = rows.map(row => ({
    name: dashboardName(row),
    unit: row.unit,
    value: row.value,
    direction: `${row.better}_is_better`,
  }))
  const attributes = {
    git_repo: revision.address ?? '',
    branch: revision.ref ?? '',
    git_commit: revision.commit,
  }
  return document([{ timestamp: Math.floor(Date.parse(began) / 1000), metrics, attributes }])
}
