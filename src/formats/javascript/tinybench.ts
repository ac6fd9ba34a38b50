// tinybench (https://github.com/tinylibs/tinybench): its tasks as JSON, as in
// `console.log(JSON.stringify(bench.tasks.map(({ name, result }) => ({ name, result }))))`. Its samples are sorted and in
// milliseconds; without them (since version 6 they need retainSamples: true) the mean of the process counts.
import { InputError } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { hasKey, isObject, numberAt, shown } from '../json/shape.ts'
import { thrownBy } from './thrown.ts'

const HINT = 'print JSON.stringify(bench.tasks.map(({ name, result }) => ({ name, result })))'

const recognises = (text: string) =>
  ['result', 'latency', 'rme'].every(key => hasKey(text, key)) && /"samples(?:Count)?"\s*:/.test(text)

export const tinybench: Format = {
  name: 'tinybench',
  title: 'tinybench tasks as JSON',
  recognises,
  parse: (text, source) => parsedDocuments(text, source, { recognises, hint: HINT }, parse),
}

function parse(tasks: unknown, source: string): Parsed {
  if (!Array.isArray(tasks))
    throw new InputError(`${source}: is ${shown(tasks)}, expected a list of tasks; ${HINT}`)
  const parsed: Parsed = { samples: [], failures: [], warnings: [] }
  for (const [i, task] of tasks.entries()) addTask(parsed, task, `${source}: [${i}]`)
  return parsed
}

function addTask({ samples, failures }: Parsed, task: unknown, where: string): void {
  const { name, result } = isObject(task) ? task : {}
  if (typeof name !== 'string' || !isObject(result))
    throw new InputError(`${where}: is not a task with a result; ${HINT}`)
  const { latency, state, error } = result
  if (state === 'errored' || error !== undefined) return void failures.push(thrownBy(result, name))
  if (!isObject(latency)) throw new InputError(`${where} (${name}): has no latency; ${HINT}`)
  const values = Array.isArray(latency.samples) ? latency.samples : [latency.mean]
  const times = values.map((value, i) => numberAt(value, `${where} (${name}): latency ${i + 1}`))
  samples.push({ name, metric: 'time', unit: 'ms', better: 'lower', runs: [times] })
}
