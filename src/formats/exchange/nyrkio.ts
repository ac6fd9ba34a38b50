// Nyrkiö JSON (https://nyrkio.com/docs/getting-started): the metrics of one result. Each becomes a benchmark of its
// own. The file has no name of the test, which stands in the address that the file is sent to.
import { type Better, InputError, type Sample } from '../../model/index.ts'
import { betterDirection, metricNameOf } from '../direction.ts'
import type { Parsed } from '../format.ts'
import { jsonFormat } from '../json/own-documents.ts'
import {
  isListOf,
  isObject,
  type JsonObject,
  listOf,
  nameAt,
  numberAt,
  objectOf,
  objectsAt,
  shown,
} from '../json/shape.ts'

const HINT =
  'expected [{"timestamp": …, "metrics": [{"name", "unit", "value", "direction"}], "attributes": {…}}]'

const DIRECTIONS = new Map<unknown, Better>([
  ['lower_is_better', 'lower'],
  ['higher_is_better', 'higher'],
])

const isResult = (value: unknown) =>
  isObject(value) &&
  typeof value.timestamp === 'number' &&
  isObject(value.attributes) &&
  Array.isArray(value.metrics) &&
  value.metrics.every(isObject)

export const nyrkio = jsonFormat({
  name: 'nyrkio',
  title: 'Nyrkiö JSON',
  keys: ['metrics', 'timestamp'],
  isOwn: isListOf(isResult),
  hint: HINT,
  read: (results, source) => {
    const parsed: Parsed = { samples: [], failures: [], warnings: [] }
    for (const [i, result] of listOf(results, source, HINT).entries()) {
      const metrics = objectsAt(result, 'metrics', `${source}: [${i}]`, HINT)
      const samples = metrics.map((metric, k) => sampleOf(metric, `${source}: [${i}].metrics[${k}]`))
      const reason = 'its result says "passed": false'
      if (objectOf(result).passed === false)
        parsed.failures.push(...samples.map(({ name }) => ({ name, reason })))
      else parsed.samples.push(...samples)
    }
    return parsed
  },
})

function sampleOf(metric: JsonObject, where: string): Sample {
  const { unit = '', value, direction } = metric
  const name = nameAt(metric.name, where, HINT)
  if (typeof unit !== 'string')
    throw new InputError(`${where} (${name}): the unit is ${shown(unit)}; ${HINT}`)
  const better = direction === undefined ? betterDirection(unit) : DIRECTIONS.get(direction)
  if (!better)
    throw new InputError(
      `${where} (${name}): the direction is ${shown(direction)}, and the unit ${shown(unit)} does not say what is ` +
        'better; add "direction": "lower_is_better" or "higher_is_better"',
    )
  const runs = [[numberAt(value, `${where} (${name}): the value`)]]
  return { name, metric: metricNameOf(unit, better), unit, better, runs }
}
