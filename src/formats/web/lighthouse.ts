// Lighthouse --output json (https://github.com/GoogleChrome/lighthouse): the metrics of one page load, and its scores. They
// scatter much from load to load, so each run is one load.
import { InputError, type Sample } from '../../model/index.ts'
import { warningOf } from '../format.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { isObject, type JsonObject, numberAt, objectOf, shown } from '../json/shape.ts'
import { pathOf } from '../load/json-report.ts'

const HINT = 'run it with --output json'

/** The first one gates. */
const METRICS: [audit: string, unit: string][] = [
  ['largest-contentful-paint', 'ms'],
  ['first-contentful-paint', 'ms'],
  ['speed-index', 'ms'],
  ['total-blocking-time', 'ms'],
  ['interactive', 'ms'],
  ['cumulative-layout-shift', ''],
]

export const lighthouse = jsonFormat({
  name: 'lighthouse',
  title: 'Lighthouse --output json',
  keys: ['lighthouseVersion', 'audits', 'categories'],
  hint: HINT,
  read: (document, source) => {
    const { audits, categories, finalDisplayedUrl, requestedUrl, runtimeError } = objectOf(document)
    if (!isObject(audits))
      throw new InputError(`${source}: audits is ${shown(audits)}, expected an object; ${HINT}`)
    const page = pathOf(finalDisplayedUrl ?? requestedUrl) ?? 'page'
    const { code } = objectOf(runtimeError)
    if (typeof code === 'string' && code !== 'NO_ERROR')
      return { samples: [], failures: [{ name: page, reason: `Lighthouse says ${code}`, quotes: true }] }
    const leftOut: string[] = []
    const samples = [
      ...metricsOf(page, audits, leftOut, source),
      ...scoresOf(page, objectOf(categories), leftOut),
    ]
    return { samples, warnings: warningOf('lighthouse-left-out', 'Lighthouse gave no number for', leftOut) }
  },
})

function metricsOf(page: string, audits: JsonObject, leftOut: string[], source: string): Sample[] {
  return METRICS.flatMap(([metric, unit]): Sample[] => {
    const audit = audits[metric]
    if (!isObject(audit)) return []
    if (audit.numericValue == null) {
      leftOut.push(metric)
      return []
    }
    const value = numberAt(audit.numericValue, `${source}: ${metric}`)
    return [{ name: page, metric, unit, better: 'lower', runs: [[value]] }]
  })
}

function scoresOf(page: string, categories: JsonObject, leftOut: string[]): Sample[] {
  return Object.entries(categories).flatMap(([id, category]): Sample[] => {
    const { score } = objectOf(category)
    if (typeof score === 'number')
      return [{ name: `${page} (${id})`, metric: 'score', unit: '', better: 'higher', runs: [[score]] }]
    leftOut.push(`the score of ${id}`)
    return []
  })
}
