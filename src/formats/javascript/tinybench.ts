// tinybench (https://github.com/tinylibs/tinybench): its tasks as JSON, in any of the shapes that people print:
// `[{ name, result }]`, `[{ name, ...result }]`, an object or the entries of a Map from names to results, or such lists by
// suite. Its samples are sorted and in milliseconds; without them (since version 6 they need retainSamples: true) the mean of
// the process counts. Before version 3 the result is its own latency.
import { InputError } from '../../model/index.ts'
import type { Parsed } from '../format.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { isObject, type JsonObject, numberAt, shown } from '../json/shape.ts'
import { thrownBy } from '../output-problems.ts'

const HINT = 'print JSON.stringify(bench.tasks.map(({ name, result }) => ({ name, result })))'

/** What every version says of a list of samples. */
const SIGNS = ['rme', 'moe', 'sem', 'critical']

/** A task as printed; `place` is the key of the list that it is in. */
type Task = { name: unknown; result: unknown; where: string; place?: string }

const resultIn = (task: JsonObject): JsonObject => (isObject(task.result) ? task.result : task)

const isStatistics = (value: unknown): value is JsonObject =>
  isObject(value) && SIGNS.every(key => key in value)

const isResult = (result: unknown): result is JsonObject =>
  isObject(result) && (isStatistics(result.latency) || (isStatistics(result) && 'hz' in result))

/** Whether the result of a task is in it, at a place where tasks are looked for. */
const holdsResults = (document: unknown) =>
  (Array.isArray(document) || isObject(document)) &&
  tasksIn(document, '').some(({ name, result }) => typeof name === 'string' && isResult(result))

function taskOf(value: unknown, where: string): Task {
  const pair =
    Array.isArray(value) && isObject(value[1]) ? { name: value[0], result: resultIn(value[1]) } : null
  if (pair !== null) return { ...pair, where }
  return isObject(value)
    ? { name: value.name, result: resultIn(value), where }
    : { name: null, result: value, where }
}

/** The tasks of a list, or those of an object: its own and those of lists in it. */
function tasksIn(document: unknown[] | JsonObject, source: string): Task[] {
  if (Array.isArray(document)) return document.map((each, i) => taskOf(each, `${source}[${i}]`))
  return Object.entries(document).flatMap(([name, value]): Task[] => {
    if (Array.isArray(value))
      return tasksIn(value, `${source}${name}`).map(task => ({ ...task, place: name }))
    return isObject(value) && hasOutcome(resultIn(value))
      ? [{ name, result: resultIn(value), where: `${source}${name}` }]
      : []
  })
}

const hasOutcome = (result: JsonObject) => result.state === 'errored' || 'error' in result || isResult(result)

function addTask({ samples, failures }: Parsed, { name, result, where, ...place }: Task): void {
  if (typeof name !== 'string' || !isObject(result))
    throw new InputError(`${where}: is not a task with a result; ${HINT}`)
  const { state, error } = result
  if (state === 'errored' || error !== undefined)
    return void failures.push({ ...thrownBy(error, name), ...place })
  if (!isResult(result)) throw new InputError(`${where} (${name}): has no latency; ${HINT}`)
  const latency = isObject(result.latency) ? result.latency : result
  const values = Array.isArray(latency.samples) ? latency.samples : [latency.mean]
  const times = values.map((value, i) => numberAt(value, `${where} (${name}): latency ${i + 1}`))
  samples.push({ name, ...place, metric: 'time', unit: 'ms', better: 'lower', runs: [times] })
}

export const tinybench = jsonFormat({
  name: 'tinybench',
  title: 'tinybench tasks as JSON',
  keys: SIGNS,
  isOwn: holdsResults,
  hint: HINT,
  read: (document, source) => {
    if (!Array.isArray(document) && !isObject(document))
      throw new InputError(`${source}: is ${shown(document)}, expected a list of tasks; ${HINT}`)
    const parsed: Parsed = { samples: [], failures: [], warnings: [] }
    for (const task of tasksIn(document, `${source}: `)) addTask(parsed, task)
    return parsed
  },
})
