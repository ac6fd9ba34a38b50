// Benchee (https://github.com/bencheeorg/benchee): what it prints, and the JSON that benchee_json writes, with each measurement
// of a process: times in nanoseconds, memory in bytes.
import { InputError, type Sample } from '../../model/index.ts'
import { withParameters } from '../format.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { isObject, listOf, nameAt, numberAt, objectOf } from '../json/shape.ts'
import { eitherOf } from '../runs/join-parsed.ts'
import { bencheeText } from './benchee-text.ts'

const HINT = 'write it with {Benchee.Formatters.JSON, file: FILE}'
/** How Benchee calls the input of a benchmark without one. */
const NO_INPUT = '__no_input'

const METRICS = [
  ['run_time_data', 'time', 'ns'],
  ['memory_usage_data', 'memory', 'B'],
] as const

function samplesOf(scenario: unknown, where: string): Sample[] {
  const { name: own, input_name: input, ...data } = objectOf(scenario)
  const hasInput = typeof input === 'string' && input !== NO_INPUT
  const name = withParameters(nameAt(own, where, HINT), hasInput ? [['input', input]] : [])
  const samples = METRICS.flatMap(([key, metric, unit]): Sample[] => {
    const found = data[key]
    const values = isObject(found) ? found.samples : found
    // What was not measured is empty.
    if (values === undefined || values === null) return []
    if (!Array.isArray(values)) throw new InputError(`${where} (${name}): ${key} has no samples; ${HINT}`)
    const run = values.map(value => numberAt(value, `${where} (${name}): ${key}`))
    return run.length === 0 ? [] : [{ name, metric, unit, better: 'lower', runs: [run] }]
  })
  if (samples.length === 0) throw new InputError(`${where} (${name}): has no measurements; give it more time`)
  return samples
}

const json = jsonFormat({
  name: 'benchee',
  title: 'Benchee',
  keys: ['job_name', 'input_name', 'run_time_data', 'samples'],
  hint: HINT,
  read: (document, source) => ({
    samples: listOf(document, source, HINT).flatMap((each, i) => samplesOf(each, `${source}: [${i}]`)),
  }),
})

export const benchee = eitherOf(json, bencheeText)
