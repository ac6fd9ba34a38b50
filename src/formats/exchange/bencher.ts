// Bencher Metric Format, `{"sort": {"latency": {"value": 88}}}`: one number per benchmark and measure, in the measure's unit.
// https://bencher.dev/docs/reference/bencher-metric-format

import { InputError, type Sample } from '../../model/index.ts'
import { type Format, firstTen, type Parsed } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { isObject, numberAt, shown } from '../json/shape.ts'
import { hasDocument } from '../json/tolerant.ts'
import { NO_DIRECTION } from '../output-problems.ts'

/** The measures that Bencher itself defines, with their units. */
const MEASURES = new Map([
  ['latency', { unit: 'ns', better: 'lower' }],
  ['throughput', { unit: 'ops/s', better: 'higher' }],
  ['build-time', { unit: 's', better: 'lower' }],
  ['file-size', { unit: 'B', better: 'lower' }],
  ['instructions', { unit: 'instructions', better: 'lower' }],
  ['estimated-cycles', { unit: 'cycles', better: 'lower' }],
  ['total-accesses', { unit: 'accesses', better: 'lower' }],
] as const)

export const bencher: Format = {
  name: 'bencher',
  title: 'Bencher Metric Format',
  recognises,
  parse: (text, source) => parsedDocuments(text, source, { recognises }, parse),
}

const NAMES = ['value', 'lower_value', 'upper_value']

const isMetric = (metric: unknown) =>
  isObject(metric) &&
  typeof metric.value === 'number' &&
  Object.keys(metric).every(key => NAMES.includes(key))

/** Only exactly such objects: JSON of three levels may be anything. */
function isBenchmarks(benchmarks: unknown): boolean {
  const all = isObject(benchmarks) ? Object.values(benchmarks) : []
  return (
    all.length > 0 &&
    all.every(each => isObject(each) && Object.keys(each).length > 0 && Object.values(each).every(isMetric))
  )
}

function recognises(text: string): boolean {
  return text.includes('"value"') && hasDocument(text, isBenchmarks)
}

function parse(document: unknown, source: string): Parsed {
  if (!isObject(document)) throw new InputError(`${source}: is ${shown(document)}, expected an object`)
  const leftOut = new Set<string>()
  const samples = Object.entries(document).flatMap(([name, measures]) => {
    if (!isObject(measures))
      throw new InputError(`${source}: ${shown(name)} is ${shown(measures)}, expected measures`)
    return Object.entries(measures).flatMap(([measure, metric]): Sample[] => {
      const known = MEASURES.get(measure as 'latency')
      if (!known) leftOut.add(measure)
      if (!known) return []
      const value = numberAt(isObject(metric) ? metric.value : undefined, `${source}: ${name}, ${measure}`)
      return [{ name, metric: measure, ...known, runs: [[value]] }]
    })
  })
  const message = `measures left out, ${NO_DIRECTION}: ${firstTen(leftOut)}; print them as stable-bench/samples@1`
  return {
    samples,
    failures: [],
    warnings: leftOut.size === 0 ? [] : [{ code: 'bencher-measure-left-out', message }],
  }
}
