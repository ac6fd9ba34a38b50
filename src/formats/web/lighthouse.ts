// Lighthouse --output json (https://github.com/GoogleChrome/lighthouse): the metrics of one page load, and its scores. They
// scatter much from load to load, so each run is one load.
import { InputError, type Sample } from '../../model/index.ts'
import { type Format, firstTen, type Parsed } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { hasKey, isObject, numberAt, shown } from '../json/shape.ts'
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

const recognises = (text: string) =>
  ['lighthouseVersion', 'audits', 'categories'].every(key => hasKey(text, key))

export const lighthouse: Format = {
  name: 'lighthouse',
  title: 'Lighthouse --output json',
  recognises,
  parse: (text, source) => parsedDocuments(text, source, { recognises, hint: HINT }, parse),
}

function parse(document: unknown, source: string): Parsed {
  const { audits, categories, finalDisplayedUrl, requestedUrl, runtimeError } = isObject(document)
    ? document
    : {}
  if (!isObject(audits))
    throw new InputError(`${source}: audits is ${shown(audits)}, expected an object; ${HINT}`)
  const page = pathOf(finalDisplayedUrl ?? requestedUrl) ?? 'page'
  const code = isObject(runtimeError) ? runtimeError.code : undefined
  if (typeof code === 'string' && code !== 'NO_ERROR')
    return {
      samples: [],
      failures: [{ name: page, reason: `Lighthouse says ${code}`, quotes: true }],
      warnings: [],
    }
  const leftOut: string[] = []
  const samples = METRICS.flatMap(([metric, unit]): Sample[] => {
    const audit = audits[metric]
    if (!isObject(audit)) return []
    if (audit.numericValue == null) {
      leftOut.push(metric)
      return []
    }
    const value = numberAt(audit.numericValue, `${source}: ${metric}`)
    return [{ name: page, metric, unit, better: 'lower', runs: [[value]] }]
  })
  const scores = Object.entries(isObject(categories) ? categories : {}).flatMap(
    ([id, category]): Sample[] => {
      const score = isObject(category) ? category.score : null
      if (typeof score !== 'number') leftOut.push(`the score of ${id}`)
      if (typeof score !== 'number') return []
      return [{ name: `${page} (${id})`, metric: 'score', unit: '', better: 'higher', runs: [[score]] }]
    },
  )
  const message = `Lighthouse gave no number for ${firstTen(leftOut)}`
  return {
    samples: [...samples, ...scores],
    failures: [],
    warnings: leftOut.length === 0 ? [] : [{ code: 'lighthouse-left-out', message }],
  }
}
