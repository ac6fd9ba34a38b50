// The rows of a suite with a service: a few of what the load generator says, and what the service itself used for a request.
import type { Parsed, ParsedSample } from '../formats/format.ts'
import type { CourseOfUse } from '../measure/process/run-process.ts'
import type { ProcessUse, RunEvidence, Warning } from '../model/index.ts'
import { ascending, nearestQuantile } from '../stats/describe/order-statistics.ts'

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
 * Of near copies of one time the first stays, which is the primary one: the mean where a tool rounds its percentiles to
 * milliseconds. Of the others the high percentiles stay.
 */
function fewTimes(samples: ParsedSample[]): ParsedSample[] {
  const first = new Map<string, string>()
  for (const { name, metric } of samples) if (!first.has(name)) first.set(name, metric)
  return samples.filter(
    ({ name, metric }) => first.get(name) === metric || HIGH.test(metric) || !TIMES.test(metric),
  )
}

/** What was used from `since` on, in milliseconds of the clock: between two readings as much in each moment. */
function usedSince(since: number, course: CourseOfUse): ProcessUse | null {
  const after = course.findIndex(({ at }) => at >= since)
  const [one, other] = [course[after - 1], course[after]]
  if (one === undefined || other === undefined) return null
  const share = (since - one.at) / (other.at - one.at)
  const between = (from: number | null | undefined, to: number | null | undefined) =>
    from == null || to == null ? null : from + share * (to - from)
  const of = (key: 'voluntarySwitches' | 'involuntarySwitches' | 'minorFaults' | 'majorFaults') =>
    between(one.used[key], other.used[key])
  const time = (key: 'userTime' | 'systemTime') => between(one.used[key], other.used[key]) ?? 0
  const instructions = between(one.used.counters?.instructions, other.used.counters?.instructions)
  const { counters, ...used } = other.used
  return {
    ...{ ...used, userTime: time('userTime'), systemTime: time('systemTime') },
    ...{ voluntarySwitches: of('voluntarySwitches'), involuntarySwitches: of('involuntarySwitches') },
    ...{ minorFaults: of('minorFaults'), majorFaults: of('majorFaults') },
    ...(counters && { counters: { ...counters, instructions } }),
  }
}

/** A benchmark of the service itself, per request that the load generator counted. */
function perRequest(
  {
    userTime,
    systemTime,
    peakMemory,
    voluntarySwitches,
    involuntarySwitches,
    minorFaults,
    counters,
  }: ProcessUse,
  requests: number,
): ParsedSample[] {
  const sample = (metric: string, unit: string, value: number | null | undefined): ParsedSample[] =>
    value == null ? [] : [{ name: 'service', metric, unit, better: 'lower', runs: [[value]] }]
  const each = (metric: string, unit: string, value: number | null | undefined) =>
    sample(metric, `${unit}/request`, value == null ? null : value / requests)
  const switches =
    voluntarySwitches === null || involuntarySwitches === null
      ? null
      : voluntarySwitches + involuntarySwitches
  return [
    ...each('cpu-time', 'ns', userTime + systemTime),
    ...each('instructions', 'instructions', counters?.instructions),
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
 * The measurements of one run under load: percentiles instead of near copies of one time, and those of the service from its
 * `evidence`, or from its `course` where only a part of the load counts. Where the load generator does not count its requests, a
 * warning says that the CPU time has no row.
 */
export function serviceRows(parsed: Parsed, evidence: RunEvidence, course: CourseOfUse = []): Parsed {
  const samples = fewTimes(withoutIterations(parsed.samples).flatMap(percentilesOf))
  const { requests = 0, steady, warnings } = parsed
  if (requests === 0) return { ...parsed, samples, warnings: [...warnings, notCounted] }
  const used = steady === undefined ? null : usedSince(steady.since, course)
  const own = perRequest(
    used === null ? evidence : { ...used, peakMemory: evidence.peakMemory },
    used === null || steady === undefined ? requests : steady.requests,
  )
  const warmUp = samples.find(each => each.warmUp)?.warmUp
  const marked = own.map(sample =>
    used !== null && warmUp && sample.metric !== 'peak-memory' ? { ...sample, warmUp } : sample,
  )
  return { ...parsed, samples: [...samples, ...marked] }
}
