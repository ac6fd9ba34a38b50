// Benchee (https://github.com/bencheeorg/benchee): what it prints, and the JSON that benchee_json writes, with each measurement
// of a process: times in nanoseconds, memory in bytes.
import { InputError, type Sample } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { hasKey, isObject, numberAt, shown } from '../json/shape.ts'
import { withParameters } from '../parameters.ts'
import { eitherOf } from '../runs/join-parsed.ts'
import { bencheeText, NAME } from './benchee-text.ts'

const HINT = 'write it with {Benchee.Formatters.JSON, file: FILE}'
/** How Benchee calls the input of a benchmark without one. */
const NO_INPUT = '__no_input'

const METRICS = [
  ['run_time_data', 'time', 'ns'],
  ['memory_usage_data', 'memory', 'B'],
] as const

const recognises = (text: string) =>
  ['job_name', 'input_name', 'run_time_data', 'samples'].every(key => hasKey(text, key))

function samplesOf(scenario: unknown, where: string): Sample[] {
  const { name: own, input_name: input, ...data } = isObject(scenario) ? scenario : {}
  if (typeof own !== 'string') throw new InputError(`${where}: the name is ${shown(own)}; ${HINT}`)
  const hasInput = typeof input === 'string' && input !== NO_INPUT
  const name = withParameters(own, hasInput ? [['input', input]] : [])
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

function parse(scenarios: unknown, source: string): Parsed {
  if (!Array.isArray(scenarios))
    throw new InputError(`${source}: is ${shown(scenarios)}, expected a list; ${HINT}`)
  const samples = scenarios.flatMap((scenario, i) => samplesOf(scenario, `${source}: [${i}]`))
  return { samples, failures: [], warnings: [] }
}

const bencheeJson: Format = {
  ...NAME,
  recognises,
  parse: (text, source) => parsedDocuments(text, source, { recognises, hint: HINT }, parse),
}

export const benchee: Format = eitherOf(bencheeJson, bencheeText)
