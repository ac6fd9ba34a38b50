// pyperf, -o FILE (https://pyperf.readthedocs.io/en/latest/api.html#json-format): every run with values is a process of its
// own, and its values are per loop. Runs that only calibrate or warm up have none.
import { InputError, type Sample } from '../../model/index.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { type JsonObject, numberAt, objectOf, objectsAt, shown } from '../json/shape.ts'

const HINT = 'run it with -o FILE and give FILE as the results'

/** The units of pyperf. It regards less of each as better. */
const METRICS = new Map([
  ['second', { metric: 'time', unit: 's' }],
  ['byte', { metric: 'memory', unit: 'B' }],
  ['integer', { metric: 'value', unit: '' }],
])

export const pyperf = jsonFormat({
  name: 'pyperf',
  title: 'pyperf -o',
  perProcess: true,
  inOrder: true,
  keys: ['benchmarks', 'runs'],
  // Of pyperf itself, and of what nanobench writes for it.
  sign: /"(?:perf_version|inner_loops)"\s*:/,
  hint: HINT,
  read: (document, source) => {
    const common = objectOf(objectOf(document).metadata)
    const benchmarks = objectsAt(document, 'benchmarks', source, HINT)
    return {
      samples: benchmarks.map((benchmark, i) => sampleOf(benchmark, common, `${source}: benchmarks[${i}]`)),
    }
  },
})

function sampleOf(benchmark: JsonObject, common: JsonObject, where: string): Sample {
  // The metadata of the file hold everything that all its benchmarks have in common.
  const { name, unit = 'second' } = { ...common, ...objectOf(benchmark.metadata) }
  if (typeof name !== 'string') throw new InputError(`${where} has no name; ${HINT}`)
  const known = METRICS.get(typeof unit === 'string' ? unit : '')
  if (!known)
    throw new InputError(
      `${where} (${name}): the unit ${shown(unit)} is not known; known are ${[...METRICS.keys()].join(', ')}`,
    )
  const runs = objectsAt(benchmark, 'runs', where, HINT).flatMap(run => valuesOf(run, `${where} (${name})`))
  if (runs.length === 0) throw new InputError(`${where} (${name}) has no run with values; ${HINT}`)
  return { name, ...known, better: 'lower', runs }
}

function valuesOf({ values }: JsonObject, where: string): number[][] {
  if (values === undefined) return []
  if (!Array.isArray(values) || values.length === 0)
    throw new InputError(`${where}: the values of a run are ${shown(values)}, expected a list of numbers`)
  return [values.map((value, i) => numberAt(value, `${where}: value ${i + 1} of a run`))]
}
