// The summary of a k6 run: the median of each trend, and its other figures in the summary. The file of --summary-export
// has no units, that of handleSummary() has them.
import { InputError, type Sample } from '../../model/index.ts'
import { formatShare } from '../../units.ts'
import type { Parsed } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { hasKey, isObject, type JsonObject, numberAt, shown } from '../json/shape.ts'
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

/** A benchmark per trend, a metric per figure. */
export const parseSummaries = (text: string, source: string): Parsed =>
  parsedDocuments(text, source, { recognises: isSummary, hint: HINT }, parseSummary)

/** Whether the text holds the summary of a run. */
export const isSummary = (text: string) => hasKey(text, 'root_group') && hasKey(text, 'metrics')

function parseSummary(document: unknown, source: string): Parsed {
  const metrics = isObject(document) ? document.metrics : undefined
  if (!isObject(metrics))
    throw new InputError(`${source}: metrics is ${shown(metrics)}, expected an object; ${HINT}`)
  const without = new Set<string>()
  // k6 writes them in any order.
  const entries = Object.entries(metrics).sort(([one], [other]) => (one < other ? -1 : 1))
  const samples = entries.flatMap(([key, metric]): Sample[] => {
    if (key === 'http_req_duration' && SUCCESSFUL in metrics) return []
    const name = key === SUCCESSFUL ? 'http_req_duration' : key
    if (!isObject(metric)) throw new InputError(`${source}: ${shown(name)} is ${shown(metric)}; ${HINT}`)
    const figures = isObject(metric.values) ? metric.values : metric
    if (!('med' in figures || 'avg' in figures) || isPart(name)) return []
    const unit = TIMES.test(name) ? 'ms' : unitOf(metric.contains)
    if (unit === null) without.add(name)
    return unit === null ? [] : samplesOf(name, unit, figures, source)
  })
  return { samples, failures: [], warnings: [...withoutUnit(without), ...failedRequests(metrics)] }
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
