// Julia's BenchmarkTools.save (https://juliaci.github.io/BenchmarkTools.jl): trials in nested groups, in nanoseconds per
// evaluation, all of one process. A number that JSON cannot hold is null.
import { InputError, type Sample } from '../../model/index.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { isObject, type JsonObject, numberAt, shown } from '../json/shape.ts'

export const JULIA_HINT = 'write it with BenchmarkTools.save(FILE, results) and set results to FILE'

export const benchmarkTools = jsonFormat({
  name: 'benchmark-tools',
  title: 'BenchmarkTools.save',
  keys: ['BenchmarkTools'],
  sign: /"(?:BenchmarkGroup|Trial|TrialEstimate)"/,
  hint: JULIA_HINT,
  read: (document, source) => {
    const values: unknown = Array.isArray(document) ? document[1] : undefined
    if (!Array.isArray(values))
      throw new InputError(`${source}: is ${shown(document)}, expected versions and results; ${JULIA_HINT}`)
    const path = (i: number) => (values.length > 1 ? [`${i + 1}`] : [])
    return { samples: values.flatMap((value, i) => samplesIn(value, path(i), source)) }
  },
})

/** Groups nest as deep as their author likes, and a hostile file deeper than the stack. */
const DEEPEST = 100

/** A value is a pair of its type and its fields. */
function samplesIn(value: unknown, path: string[], source: string): Sample[] {
  const [type, fields]: unknown[] = Array.isArray(value) ? value : []
  const where = `${source}: ${path.join('/') || 'the result'}`
  if (!isObject(fields) || path.length > DEEPEST)
    throw new InputError(`${where} is ${shown(value)}, expected a group or a trial; ${JULIA_HINT}`)
  if (type === 'BenchmarkGroup') {
    if (!isObject(fields.data))
      throw new InputError(`${where}: data is ${shown(fields.data)}, expected an object`)
    return Object.entries(fields.data).flatMap(([name, each]) => samplesIn(each, [...path, name], source))
  }
  if (type === 'Trial' || type === 'TrialEstimate')
    return samplesOf(path.join('/') || 'benchmark', fields, where)
  throw new InputError(`${where} is of type ${shown(type)}, expected BenchmarkGroup or Trial; ${JULIA_HINT}`)
}

function samplesOf(name: string, { times, time, memory, allocs }: JsonObject, where: string): Sample[] {
  const values = Array.isArray(times) ? times : [time]
  const numbers = values.map((value, i) => numberAt(value, `${where}: time ${i + 1}`))
  const counted = (metric: string, unit: string, value: unknown): Sample[] =>
    value === undefined
      ? []
      : [{ name, metric, unit, better: 'lower', runs: [[numberAt(value, `${where}: ${metric}`)]] }]
  return [
    { name, metric: 'time', unit: 'ns', better: 'lower', runs: [numbers] },
    ...counted('memory', 'B/op', memory),
    ...counted('allocations', 'allocs/op', allocs),
  ]
}
