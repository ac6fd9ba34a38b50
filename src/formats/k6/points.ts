// The lines of k6 run --out json=FILE: a declaration of each metric, and a point per request or value. All requests of a file
// are of one process, and those that failed do not count: a server that refuses is fast.
import { InputError, type Sample, type Warning } from '../../model/index.ts'
import { type Parsed, type ParsedFailure, warningOf, withParameters } from '../format.ts'
import { asText, isObject, type JsonObject, numberAt, objectOf, shown } from '../json/shape.ts'
import { tolerantJson } from '../json/tolerant.ts'
import { linesIn } from '../lines.ts'
import { fromStart, type LoadStart, loadStart } from '../load/steady-load.ts'
import { isPart, k6Warnings, LOAD_METRICS, loadSamples, unitOf } from './metrics.ts'
import { figuresOf, steadyValues, sumOf, type TimedValues } from './steady-values.ts'

const HINT = 'run k6 with --out json=FILE and give FILE as the results'

type Series = TimedValues & { name: string; metric: string; unit: string; failed: number }

type PointsReading = {
  units: Map<string, string | null>
  series: Map<string, Series>
  failedChecks: Set<string>
  /** Metrics that are neither a trend nor read as a figure of the load. */
  others: Set<string>
  /** The points of each metric of the load. */
  load: Map<string, TimedValues>
  /** When the first and the last point were measured. */
  first: number | null
  last: number
  points: number
}

/**
 * A sample per trend and request, named as k6 does: by group, method and the tag `name`. Null where no line is a point.
 * Throws an InputError that names the line.
 */
export function parsePoints(chunks: Iterable<Buffer>, source: string): Parsed | null {
  const reading: PointsReading = {
    ...{ units: new Map(), series: new Map(), failedChecks: new Set(), others: new Set(), load: new Map() },
    ...{ first: null, last: Number.NaN, points: 0 },
  }
  let number = 0
  let last = ''
  for (const line of linesIn(chunks)) {
    number++
    last = line
    // The rest is what k6 prints for people.
    if (/^\{"(?:metric|type|data)":/.test(line))
      readLine(reading, line.trimEnd(), `${source}, line ${number}`)
  }
  if (reading.points === 0) return null
  if (!last.endsWith('\n'))
    throw new InputError(`${source}: looks truncated: its last line has no end; was k6 stopped? Run it again`)
  const all = [...reading.series.values()].sort(durationFirst)
  const start = loadStart(all.filter(isRequest).flatMap(timedRequests))
  const times = all.filter(each => each.values.length > 0).map(each => sampleOf(each, start))
  const seconds = (reading.last - (reading.first ?? Number.NaN)) / 1000
  const requests = reading.load.get('http_reqs')
  const parsed = {
    samples: [...times, ...loadSamples(figuresOf(reading, seconds, start))],
    ...doubtsOf(all, reading, seconds),
    ...(requests && { requests: sumOf(requests) }),
  }
  return fromStart(parsed, start, requests?.at ?? [])
}

const isRequest = ({ metric }: Series) => /^(?:http|grpc)_req_duration$/.test(metric)

const timedRequests = ({ name, values, at }: Series) =>
  values.map((took, i) => ({ name, took, end: at[i] as number }))

function readLine(reading: PointsReading, line: string, where: string): void {
  const { units, series, failedChecks } = reading
  const entry = tolerantJson(line, where, HINT)
  const { type, metric, data } = objectOf(entry)
  // A program that runs beside k6 may print lines that begin alike.
  if (type !== 'Point' && type !== 'Metric') return
  if (typeof metric !== 'string' || !isObject(data)) throw new InputError(`${where}: has no metric; ${HINT}`)
  const at = timeOf(data.time, where)
  if (type === 'Point') addPoint(reading, metric, data, { at, where })
  if (type === 'Metric') {
    if (data.type === 'trend' && !isPart(metric)) units.set(metric, unitOf(data.contains))
    if (data.type !== 'trend' && !LOAD_METRICS.includes(metric)) reading.others.add(metric)
    return
  }
  const tags = objectOf(data.tags)
  if (metric === 'checks' && data.value === 0) failedChecks.add(asText(tags.check))
  const unit = units.get(metric)
  if (unit === undefined || unit === null) return
  const name = nameOf(metric, tags)
  const key = JSON.stringify([name, metric])
  const known = series.get(key) ?? { name, metric, unit, values: [], at: [], failed: 0 }
  if (known.values.length === 0) series.set(key, known)
  const value = numberAt(data.value, `${where}: the value`)
  if (tags.expected_response === 'false') known.failed++
  else addValue(known, value, at)
}

/** NaN where there is none. Throws an InputError for what is no time. */
function timeOf(time: unknown, where: string): number {
  const found = typeof time === 'string' ? Date.parse(time) : Number.NaN
  if (time != null && Number.isNaN(found))
    throw new InputError(`${where}: the time of a point is ${shown(time)}, expected a date; ${HINT}`)
  return found
}

function addValue(points: TimedValues, value: number, at: number): void {
  points.values.push(value)
  points.at.push(at)
}

function addPoint(
  reading: PointsReading,
  metric: string,
  { value }: JsonObject,
  { at, where }: { at: number; where: string },
): void {
  reading.points++
  if (!Number.isNaN(at)) {
    reading.first ??= at
    reading.last = at
  }
  if (!LOAD_METRICS.includes(metric)) return
  const known = reading.load.get(metric) ?? { values: [], at: [] }
  addValue(known, numberAt(value, `${where}: the value`), at)
  reading.load.set(metric, known)
}

/** `checkout/GET https://shop/cart (scenario=peak)`; a trend of the script has its own name. */
function nameOf(metric: string, { group, method, name, scenario }: JsonObject): string {
  const path = typeof group === 'string' ? group.split('::').filter(Boolean) : []
  const request =
    typeof name === 'string' ? `${typeof method === 'string' ? `${method} ` : ''}${name}` : metric
  const isNamed = typeof scenario === 'string' && scenario !== 'default'
  return withParameters([...path, request].join('/'), isNamed ? [['scenario', scenario]] : [])
}

/** The duration of a request is its primary metric, whichever part of it came first. */
const durationFirst = (one: Series, other: Series) =>
  Number(!one.metric.endsWith('_duration')) - Number(!other.metric.endsWith('_duration'))

const sampleOf = ({ name, metric, unit, ...points }: Series, start: LoadStart | null): Sample => ({
  ...{ name, metric, unit },
  better: 'lower',
  runs: [steadyValues(points, start)],
})

function doubtsOf(
  all: Series[],
  { units, failedChecks, others, load }: PointsReading,
  seconds: number,
): { failures: ParsedFailure[]; warnings: Warning[] } {
  const without = [...units].filter(([, unit]) => unit === null).map(([trend]) => trend)
  const dropped = load.get('dropped_iterations')
  const warnings = k6Warnings(without, others, dropped ? sumOf(dropped) : 0)
  if (!(seconds > 0) && (load.has('http_reqs') || load.has('iterations'))) {
    const message = 'rates of k6 left out, since no time passed between its points'
    warnings.push({ code: 'k6-rate-left-out', message })
  }
  const failed = new Map(all.filter(each => each.failed > 0).map(each => [each.name, each]))
  const failures: ParsedFailure[] = []
  for (const { name, values, failed: count } of failed.values()) {
    const total = values.length + count
    const message = `${count} of ${total} requests of ${name} failed, and their times do not count`
    if (values.length === 0) failures.push({ name, reason: 'every request failed' })
    else warnings.push({ code: 'k6-requests-failed', message })
  }
  warnings.push(...warningOf('k6-checks-failed', 'checks of k6 failed:', failedChecks))
  return { failures, warnings }
}
