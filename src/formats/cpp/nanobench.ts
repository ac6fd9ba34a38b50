// nanobench, bench.render(ankerl::nanobench::templates::json(), out) (https://nanobench.ankerl.com/reference.html): a
// measurement per epoch, all of one process. Everything in it is per iteration already, and per call where a batch is given.
import { InputError, type Sample } from '../../model/index.ts'
import { withParameters } from '../format.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { type JsonObject, nameAt, numberAt, objectsAt, shown } from '../json/shape.ts'

const HINT = 'render it with ankerl::nanobench::templates::json()'

/** The counters that a machine may have. A counter that it lacks is 0 in every epoch. */
const COUNTERS = [
  ['instructions', 'instructions'],
  ['cycles', 'cpucycles'],
  ['branches', 'branchinstructions'],
] as const

export const nanobench = jsonFormat({
  name: 'nanobench',
  title: 'nanobench templates::json()',
  keys: ['median(elapsed)', 'measurements'],
  hint: HINT,
  read: (document, source) => ({
    samples: objectsAt(document, 'results', source, HINT).flatMap((result, i) =>
      samplesOf(result, `${source}: results[${i}]`),
    ),
  }),
})

/** The title is `benchmark` unless the program gives one. */
function nameOf({ title, name: own, complexityN }: JsonObject, where: string): string {
  const name = nameAt(own, where, HINT)
  const fullName = typeof title === 'string' && title !== 'benchmark' ? `${title}/${name}` : name
  const hasSize = typeof complexityN === 'number' && complexityN > 0
  return withParameters(fullName, hasSize ? [['N', `${complexityN}`]] : [])
}

function samplesOf(result: JsonObject, at: string): Sample[] {
  const name = nameOf(result, at)
  const where = `${at} (${name})`
  const batch = result.batch === undefined ? 1 : numberAt(result.batch, `${where}: batch`)
  if (!(batch > 0)) throw new InputError(`${where}: batch is ${shown(batch)}, expected a number above 0`)
  const measurements = objectsAt(result, 'measurements', where, HINT)
  const valuesOf = (key: string) =>
    measurements.map((each, i) => numberAt(each[key], `${where}: ${key} of measurement ${i + 1}`) / batch)
  const counters = COUNTERS.flatMap(([metric, key]): Sample[] => {
    const counted = measurements.some(each => typeof each[key] === 'number' && each[key] !== 0)
    return counted ? [{ name, metric, unit: '', better: 'lower', runs: [valuesOf(key)] }] : []
  })
  // With a batch the times are those of a byte or an element, which may be shorter than a clock cycle.
  const unit =
    batch === 1 || typeof result.unit !== 'string' || result.unit === 'op' ? 's' : `s/${result.unit}`
  return [{ name, metric: 'time', unit, better: 'lower', runs: [valuesOf('elapsed')] }, ...counters]
}
