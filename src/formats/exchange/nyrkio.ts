// Nyrkiö JSON (https://nyrkio.com/docs/getting-started): the metrics of one result. Each becomes a benchmark of its
// own. The file has no name of the test, which stands in the address that the file is sent to.
import { type Better, InputError, type Sample } from '../../model/index.ts'
import { betterDirection, metricNameOf } from '../direction.ts'
import type { Format, Parsed } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { isObject, type JsonObject, numberAt, objectsAt, shown } from '../json/shape.ts'
import { hasDocument } from '../json/tolerant.ts'

const HINT =
  'expected [{"timestamp": …, "metrics": [{"name", "unit", "value", "direction"}], "attributes": {…}}]'

const DIRECTIONS = new Map<unknown, Better>([
  ['lower_is_better', 'lower'],
  ['higher_is_better', 'higher'],
])

export const nyrkio: Format = {
  name: 'nyrkio',
  title: 'Nyrkiö JSON',
  recognises,
  parse: (text, source) => parsedDocuments(text, source, { recognises, hint: HINT }, parse),
}

const isResult = (value: unknown) =>
  isObject(value) &&
  typeof value.timestamp === 'number' &&
  isObject(value.attributes) &&
  Array.isArray(value.metrics) &&
  value.metrics.every(isObject)

const isList = (results: unknown) => Array.isArray(results) && results.length > 0 && results.every(isResult)

/** Only exactly such results: any tool may list named metrics. */
function recognises(text: string): boolean {
  return text.includes('"metrics"') && text.includes('"timestamp"') && hasDocument(text, isList)
}

function parse(results: unknown, source: string): Parsed {
  if (!Array.isArray(results))
    throw new InputError(`${source}: is ${shown(results)}, expected a list; ${HINT}`)
  const parsed: Parsed = { samples: [], failures: [], warnings: [] }
  for (const [i, result] of results.entries()) {
    const metrics = objectsAt(result, 'metrics', `${source}: [${i}]`, HINT)
    const samples = metrics.map((metric, k) => sampleOf(metric, `${source}: [${i}].metrics[${k}]`))
    if (result.passed !== false) parsed.samples.push(...samples)
    else
      parsed.failures.push(
        ...samples.map(({ name }) => ({ name, reason: 'its result says "passed": false' })),
      )
  }
  return parsed
}

function sampleOf(metric: JsonObject, where: string): Sample {
  const { name, unit = '', value, direction } = metric
  if (typeof name !== 'string') throw new InputError(`${where}: the name is ${shown(name)}; ${HINT}`)
  if (typeof unit !== 'string')
    throw new InputError(`${where} (${name}): the unit is ${shown(unit)}; ${HINT}`)
  const better = direction === undefined ? betterDirection(unit) : DIRECTIONS.get(direction)
  if (!better) {
    throw new InputError(
      `${where} (${name}): the direction is ${shown(direction)}, and the unit ${shown(unit)} does not say what is ` +
        'better; add "direction": "lower_is_better" or "higher_is_better"',
    )
  }
  return {
    name,
    metric: metricNameOf(unit, better),
    unit,
    better,
    runs: [[numberAt(value, `${where} (${name}): the value`)]],
  }
}
