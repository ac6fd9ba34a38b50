// The summary of a k6 run: the median of each trend, and its other figures in the summary; the load and what failed.
// The file of --summary-export has no units, that of handleSummary() has them.
import { InputError, type Sample } from '../../model/index.ts'
import { formatShare } from '../../units.ts'
import type { Parsed, ParsedFailure } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { hasKey, isObject, type JsonObject, numberAt, shown } from '../json/shape.ts'
import {
  allFailed,
  droppedIterations,
  LOAD_METRICS,
  type LoadFigures,
  loadSamples,
  metricsLeftOut,
  type Share,
} from './load.ts'
import { isPart, unitOf, withoutUnit } from './trends.ts'

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

/** A benchmark per trend, a metric per figure. Throws an InputError. */
export const parseRunSummaries = (text: string, source: string): Parsed =>
  parsedDocuments(text, source, { recognises: isSummary, hint: HINT }, parseSummary)

/** Whether the text holds the summary of a run. */
export const isSummary = (text: string) => hasKey(text, 'root_group') && hasKey(text, 'metrics')

function parseSummary(document: unknown, source: string): Parsed {
  const metrics = isObject(document) ? document.metrics : undefined
  if (!isObject(metrics))
    throw new InputError(`${source}: metrics is ${shown(metrics)}, expected an object; ${HINT}`)
  const without = new Set<string>()
  const others = new Set<string>()
  const failures: ParsedFailure[] = []
  const isRefused = allFailed(figuresIn(metrics, '', source))
  // k6 writes them in any order.
  const entries = Object.entries(metrics).sort(([one], [other]) => (one < other ? -1 : 1))
  const samples = entries.flatMap(([key, metric]): Sample[] => {
    if (key === 'http_req_duration' && SUCCESSFUL in metrics) return []
    const name = key === SUCCESSFUL ? 'http_req_duration' : key
    if (!isObject(metric)) throw new InputError(`${source}: ${shown(name)} is ${shown(metric)}; ${HINT}`)
    const figures = isObject(metric.values) ? metric.values : metric
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
    ...withoutUnit(without),
    ...metricsLeftOut(others),
    ...failedRequests(metrics),
    ...droppedIterations(countIn(metrics.dropped_iterations) ?? 0),
  ]
  const requests = countIn(metrics.http_reqs)
  return { samples: [...samples, ...load], failures, warnings, ...(requests !== null && { requests }) }
}

/** The value of a counter of k6; null where there is none. */
function countIn(metric: unknown): number | null {
  const { values, count } = isObject(metric) ? metric : {}
  const found = isObject(values) ? values.count : count
  return typeof found === 'number' ? found : null
}

const NOTHING: JsonObject = {}

/** The figures of the whole run, or of the part that `suffix` names. */
function figuresIn(metrics: JsonObject, suffix: string, source: string): LoadFigures {
  const valuesOf = (name: string): JsonObject | null => {
    const metric = metrics[`${name}${suffix}`]
    if (!isObject(metric)) return null
    return isObject(metric.values) ? metric.values : metric
  }
  const rate = (name: string) => {
    const values = valuesOf(name)
    return values && numberAt(values.rate, `${source}: ${name}, rate`)
  }
  /** k6 calls it a pass when what the metric asks is true: that a request failed, or that a check held. */
  const share = (name: string, counts: 'passes' | 'fails'): Share | null => {
    const values = valuesOf(name)
    const { passes, fails } = values ?? NOTHING
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
  const names = Object.keys(figures).filter(figure => FIGURES.test(figure))
  const ordered = [
    ...names.filter(figure => figure === 'med'),
    ...names.filter(figure => figure !== 'med').sort(),
  ]
  return ordered.map((metric): Sample => {
    const value = numberAt(figures[metric], `${source}: ${name}, ${metric}`)
    return { name, metric, unit, better: 'lower', runs: [[value]] }
  })
}

function failedRequests({ http_req_failed: failed }: JsonObject): Parsed['warnings'] {
  const { value, rate, values } = isObject(failed) ? failed : {}
  const share = isObject(values) ? values.rate : (value ?? rate)
  if (typeof share !== 'number' || !(share > 0)) return []
  const message = `${formatShare(share, 3)} of the requests failed, and only http_req_duration is without their times`
  return [{ code: 'k6-requests-failed', message }]
}
