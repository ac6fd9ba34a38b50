// size-limit --json (https://github.com/ai/size-limit): the size of each file in bytes and, with @size-limit/time, how long a
// browser loads and runs it. One over its own limit still has its size.
import { InputError, type Sample } from '../../model/index.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { isListOf, isObject, type JsonObject, listOf, numberAt, shown } from '../json/shape.ts'

const HINT = 'run it with --json'

const isRow = (row: unknown): row is JsonObject & { name: string } =>
  isObject(row) && typeof row.name === 'string' && 'size' in row && !('value' in row) && !('unit' in row)

export const sizeLimit = jsonFormat({
  name: 'size-limit',
  title: 'size-limit --json',
  keys: ['size'],
  isOwn: isListOf(isRow),
  hint: HINT,
  read: (rows, source) => ({
    samples: listOf(rows, source, HINT).flatMap((row, i) => samplesOf(row, `${source}: [${i}]`)),
  }),
})

function samplesOf(row: unknown, where: string): Sample[] {
  if (!isRow(row)) throw new InputError(`${where}: is ${shown(row)}, expected a name and a size; ${HINT}`)
  const { name } = row
  const sample = (metric: string, unit: string, value: unknown): Sample => ({
    ...{ name, metric, unit, better: 'lower' },
    runs: [[numberAt(value, `${where} (${name}): ${metric}`)]],
  })
  const times = ['loading', 'running'].filter(key => typeof row[key] === 'number')
  return [sample('size', 'B', row.size), ...times.map(key => sample(`${key}-time`, 's', row[key]))]
}
