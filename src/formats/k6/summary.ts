// The summary of a k6 run: the median of each trend, and its other figures in the summary; the load and what failed.
// The file of --summary-export has no units, that of handleSummary() has them.
import { InputError, type Sample } from '../../model/index.ts'
import { formatShare } from '../../units.ts'
import type { Parsed, ParsedFailure } from '../format.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { isObject, type JsonObject, numberAt, objectOf, shown } from '../json/shape.ts'
import { type Share, shareOf } from '../load/report.ts'
import { isPart, k6Warnings, LOAD_METRICS, type LoadFigures, loadSamples, unitOf } from './metrics.ts'

const HINT = 'run k6 with --summary-export FILE and give FILE as the results'

/** The trends of k6 itself that are times. */
const TIMES =
  /^(?:(?:http|grpc|browser_http)_req_(?:duration|waiting)|(?:iteration|group|ws_session)_duration|ws_ping|browser_web_vital_(?:fcp|fid|inp|lcp|ttfb))(?:\{|$)/

/**
 * The duration of successful requests, which k6 has for each run. Failed ones do not count: a server that refuses is
 * fast.
 */
const SUCCESSFUL = 'http_req_duration{expected_response:true}'

/** The median first, as it is the primary metric. Extremes show nothing about a program. */
const FIGURES = /^(?:med|avg|p\(\d+(?:\.\d+)?\))$/

/** A benchmark per trend, a metric per figure. */
export const k6Summary = jsonFormat({
  name: 'k6',
  title: 'k6 --out json or --summary-export',
  keys: ['root_group', 'metrics'],
  hint: HINT,
  read: parseSummary,
})

function parseSummary(document: unknown, source: string): Parsed {
  const { metrics } = objectOf(document)
  if (!isObject(metrics))
    throw new InputError(`${source}: metrics is ${shown(metrics)}, expected an object; ${HINT}`)
  const without = new Set<string>()
  const others = new Set<string>()
  const failures: ParsedFailure[] = []
  const { requestsFailed } = figuresIn(metrics, '', source)
  // Then no time of a request is a result.
  const isRefused = requestsFailed !== null && shareOf(requestsFailed) === 1
  // k6 writes them in any order.
  const entries = Object.entries(metrics).sort(([one], [other]) => (one < other ? -1 : 1))
  const samples = entries.flatMap(([key, metric]): Sample[] => {
    if (key === 'http_req_duration' && SUCCESSFUL in metrics) return []
    const name = key === SUCCESSFUL ? 'http_req_duration' : key
    if (!isObject(metric)) throw new InputError(`${source}: ${shown(name)} is ${shown(metric)}; ${HINT}`)
    const figures = valuesOf(metric)
    if (!('med' in figures || 'avg' in figures)) {
      if (!LOAD_METRICS.includes(name.replace(/\{.*$/s, ''))) others.add(name)
      return []
    }
    if (isPart(name)) return []
    if (isRefused && name.startsWith('http_req_')) {
      failures.push({ name, reason: 'every request failed' })
      return []
    }
    const unit = TIMES.test(name) ? 'ms' : unitOf(metric.contains)
    if (unit === null) without.add(name)
    return unit === null ? [] : samplesOf(name, unit, figures, source)
  })
  const suffixes = new Set(
    entries.map(([key]) => /^(?:http_reqs|http_req_failed|checks|iterations)(\{.*)?$/s.exec(key)?.[1] ?? ''),
  )
  const load = [...suffixes].flatMap(suffix => loadSamples(figuresIn(metrics, suffix, source), suffix))
  const warnings = [
    ...k6Warnings(without, others, countIn(metrics.dropped_iterations) ?? 0),
    ...failedRequests(metrics),
  ]
  const requests = countIn(metrics.http_reqs)
  return { samples: [...samples, ...load], failures, warnings, ...(requests !== null && { requests }) }
}

/** The figures of a metric, which handleSummary() has one level lower. */
const valuesOf = (metric: unknown): JsonObject =>
  isObject(objectOf(metric).values) ? objectOf(objectOf(metric).values) : objectOf(metric)

/** The value of a counter of k6; null where there is none. */
function countIn(metric: unknown): number | null {
  const { count } = valuesOf(metric)
  return typeof count === 'number' ? count : null
}

/** The figures of the whole run, or of the part that `suffix` names. */
function figuresIn(metrics: JsonObject, suffix: string, source: string): LoadFigures {
  const rate = (name: string) => {
    const metric = metrics[`${name}${suffix}`]
    return isObject(metric) ? numberAt(valuesOf(metric).rate, `${source}: ${name}, rate`) : null
  }
  /** k6 calls it a pass when what the metric asks is true: that a request failed, or that a check held. */
  const share = (name: string, counts: 'passes' | 'fails'): Share | null => {
    const { passes, fails } = valuesOf(metrics[`${name}${suffix}`])
    if (typeof passes !== 'number' || typeof fails !== 'number' || !(passes + fails > 0)) return null
    return { failed: counts === 'passes' ? passes : fails, total: passes + fails }
  }
  return {
    requests: rate('http_reqs'),
    requestsFailed: share('http_req_failed', 'passes'),
    checksFailed: share('checks', 'fails'),
    iterations: rate('iterations'),
  }
}

function samplesOf(name: string, unit: string, figures: JsonObject, source: string): Sample[] {
  const names = Object.keys(figures).filter(figure => FIGURES.test(figure) && figure !== 'med')
  const ordered = [...('med' in figures ? ['med'] : []), ...names.sort()]
  return ordered.map((metric): Sample => {
    const value = numberAt(figures[metric], `${source}: ${name}, ${metric}`)
    return { name, metric, unit, better: 'lower', runs: [[value]] }
  })
}

function failedRequests({ http_req_failed: failed }: JsonObject): Parsed['warnings'] {
  const { value, rate } = valuesOf(failed)
  const share = value ?? rate
  if (typeof share !== 'number' || !(share > 0)) return []
  const message = `${formatShare(share, 3)} of the requests failed, and only http_req_duration is without their times`
  return [{ code: 'k6-requests-failed', message }]
}
