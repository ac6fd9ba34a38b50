// Bencher Metric Format, `{"sort": {"latency": {"value": 88}}}`: one number per benchmark and measure, in the measure's unit.
// https://bencher.dev/docs/reference/bencher-metric-format
import { InputError, type Sample } from '../../model/index.ts'
import { warningOf } from '../format.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { isListOf, isObject, numberAt, objectOf, shown } from '../json/shape.ts'
import { NO_DIRECTION } from '../output-problems.ts'

/** The measures that Bencher itself defines, with their units. */
const MEASURES = new Map<string, Pick<Sample, 'unit' | 'better'>>([
  ['latency', { unit: 'ns', better: 'lower' }],
  ['throughput', { unit: 'ops/s', better: 'higher' }],
  ['build-time', { unit: 's', better: 'lower' }],
  ['file-size', { unit: 'B', better: 'lower' }],
  ['instructions', { unit: 'instructions', better: 'lower' }],
  ['estimated-cycles', { unit: 'cycles', better: 'lower' }],
  ['total-accesses', { unit: 'accesses', better: 'lower' }],
])

const NAMES = ['value', 'lower_value', 'upper_value']

const isMetric = (metric: unknown) =>
  isObject(metric) &&
  typeof metric.value === 'number' &&
  Object.keys(metric).every(key => NAMES.includes(key))

/** An object of nothing but such things, at least one. */
const isObjectOf = (isEach: (value: unknown) => boolean) => (value: unknown) =>
  isObject(value) && isListOf(isEach)(Object.values(value))

export const bencher = jsonFormat({
  name: 'bencher',
  title: 'Bencher Metric Format',
  keys: ['value'],
  // Only exactly such objects: JSON of three levels may be anything.
  isOwn: isObjectOf(isObjectOf(isMetric)),
  read: (document, source) => {
    if (!isObject(document)) throw new InputError(`${source}: is ${shown(document)}, expected an object`)
    const leftOut = new Set<string>()
    const samples = Object.entries(document).flatMap(([name, measures]) => {
      if (!isObject(measures))
        throw new InputError(`${source}: ${shown(name)} is ${shown(measures)}, expected measures`)
      return Object.entries(measures).flatMap(([measure, metric]): Sample[] => {
        const known = MEASURES.get(measure)
        if (known === undefined) {
          leftOut.add(measure)
          return []
        }
        const value = numberAt(objectOf(metric).value, `${source}: ${name}, ${measure}`)
        return [{ name, metric: measure, ...known, runs: [[value]] }]
      })
    })
    const [said, remedy] = [`measures left out, ${NO_DIRECTION}:`, '; print them as stable-bench/samples@1']
    return { samples, warnings: warningOf('bencher-measure-left-out', said, leftOut, remedy) }
  },
})
