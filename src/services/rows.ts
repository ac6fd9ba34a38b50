// The rows of a suite with a service: a few of what the load generator says, and what the service itself used for a request.
import type { Parsed, ParsedSample } from '../formats/format.ts'
import type { CourseOfUse } from '../measure/process/run-process.ts'
import { type RunEvidence, SERVICE, unitPerRequest, type Warning } from '../model/index.ts'
import { ascending, nearestQuantile } from '../stats/describe/order-statistics.ts'
import { type SteadyUse, steadyUse } from './steady-use.ts'

const PERCENTILES = ['p50', 'p95', 'p99']
/** Near copies of one time, and its parts. */
const TIMES =
  /^(?:mean|avg|med|p\d+(?:_\d+)?|p\(\d+(?:\.\d+)?\)|http_req_(?:waiting|sending|receiving|blocked|connecting|tls_handshaking))$/
const HIGH = /^(?:p95|p99|p\(95\)|p\(99\))$/

/** A sample that holds each request has many values of one run. Only the first of a benchmark, which is its primary metric. */
function percentilesOf(sample: ParsedSample, i: number, all: ParsedSample[]): ParsedSample[] {
  const isFirst = all.findIndex(({ name }) => name === sample.name) === i
  const sorted = ascending(sample.runs.flat())
  if (sorted.length < 2 || !isFirst || sample.better === 'higher') return [sample]
  return PERCENTILES.map(metric => ({
    ...sample,
    metric,
    runs: [[nearestQuantile(Number(metric.slice(1)) / 100, sorted) as number]],
  }))
}

/** A script of k6 with one request has its times and its rate twice. */
const ITERATIONS = /^iteration(?:_duration|s)(?: \(|\{|$)/

/** Without the iterations of k6 where its requests have rows. */
function withoutIterations(samples: ParsedSample[]): ParsedSample[] {
  const hasRequests = samples.some(({ name }) => /^http_reqs(?:\{|$)/.test(name))
  return hasRequests ? samples.filter(({ name }) => !ITERATIONS.test(name)) : samples
}

/**
 * Of near copies of one time the first stays, the primary one: the mean where percentiles are whole milliseconds. Of the
 * others the high percentiles stay.
 */
function fewTimes(samples: ParsedSample[]): ParsedSample[] {
  const first = new Map<string, string>()
  for (const { name, metric } of samples) if (!first.has(name)) first.set(name, metric)
  return samples.filter(
    ({ name, metric }) => first.get(name) === metric || HIGH.test(metric) || !TIMES.test(metric),
  )
}

/** A benchmark of the service itself, for each request that the load generator counted; `steady` is of those that count. */
function rowsOfService(evidence: RunEvidence, requests: number, steady: SteadyUse | null): ParsedSample[] {
  const { peakMemory, voluntarySwitches, involuntarySwitches, minorFaults, counters } = evidence
  const sample = (metric: string, unit: string, value: number | null | undefined): ParsedSample[] =>
    value == null ? [] : [{ name: SERVICE, metric, unit, better: 'lower', runs: [[value]] }]
  const each = (metric: string, unit: string, value: number | null | undefined) =>
    sample(metric, unitPerRequest(unit), value == null ? null : value / requests)
  const steadily = (
    metric: string,
    unit: string,
    { used, all }: { used: number | null; all: number | null },
  ) =>
    steady === null || used === null
      ? each(metric, unit, all)
      : sample(metric, unitPerRequest(unit), used / steady.requests).map(row => ({ ...row, ...steady.said }))
  const switches =
    voluntarySwitches === null || involuntarySwitches === null
      ? null
      : voluntarySwitches + involuntarySwitches
  const cpuTime = { used: steady?.cpuTime ?? null, all: evidence.userTime + evidence.systemTime }
  const instructions = { used: steady?.instructions ?? null, all: counters?.instructions ?? null }
  return [
    ...steadily('cpu-time', 'ns', cpuTime),
    ...steadily('instructions', 'instructions', instructions),
    ...sample('peak-memory', 'B', peakMemory),
    ...each('context-switches', 'switches', switches),
    ...each('page-faults', 'faults', minorFaults),
  ]
}

const notCounted: Warning = {
  code: 'requests-not-counted',
  message:
    'the load generator does not say how many requests there were, so no row has the CPU time of a request',
}

/**
 * The measurements of one run under load: percentiles instead of near copies of one time, and what the service used by its
 * `evidence`, without the warm-up that its `course` shows where the load generator says when requests ended. Where it does not
 * count them, a warning says that the CPU time has no row.
 */
export function serviceRows(parsed: Parsed, evidence: RunEvidence, course: CourseOfUse = []): Parsed {
  const samples = fewTimes(withoutIterations(parsed.samples).flatMap(percentilesOf))
  const { requests, load, warnings } = parsed
  if (requests === undefined) return { ...parsed, samples, warnings: [...warnings, notCounted] }
  if (requests === 0) return { ...parsed, samples }
  const steady = load === undefined ? null : steadyUse(load, course)
  return { ...parsed, samples: [...samples, ...rowsOfService(evidence, requests, steady)] }
}
