// size-limit --json (https://github.com/ai/size-limit): the size of each file in bytes and, with @size-limit/time, how long a
// browser loads and runs it. One over its own limit still has its size.
import { InputError, type Sample } from '../../model/index.ts'
import type { Format } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { isObject, type JsonObject, numberAt, shown } from '../json/shape.ts'
import { hasDocument } from '../json/tolerant.ts'

const HINT = 'run it with --json'

const isRow = (row: unknown): row is JsonObject =>
  isObject(row) && typeof row.name === 'string' && 'size' in row && !('value' in row) && !('unit' in row)

/** Only exactly such rows: other tools list named things, too. */
const isList = (rows: unknown): boolean => Array.isArray(rows) && rows.length > 0 && rows.every(isRow)

const recognises = (text: string) => text.includes('"size"') && hasDocument(text, isList)

export const sizeLimit: Format = {
  name: 'size-limit',
  title: 'size-limit --json',
  recognises,
  parse: (text, source) =>
    parsedDocuments(text, source, { recognises, hint: HINT }, (rows, where) => {
      if (!Array.isArray(rows)) throw new InputError(`${where}: is ${shown(rows)}, expected a list; ${HINT}`)
      const samples = rows.flatMap((row, i) => samplesOf(row, `${where}: [${i}]`))
      return { samples, failures: [], warnings: [] }
    }),
}

function samplesOf(row: unknown, where: string): Sample[] {
  if (!isRow(row)) throw new InputError(`${where}: is ${shown(row)}, expected a name and a size; ${HINT}`)
  const name = row.name as string
  const sample = (metric: string, unit: string, value: unknown): Sample => ({
    ...{ name, metric, unit, better: 'lower' },
    runs: [[numberAt(value, `${where} (${name}): ${metric}`)]],
  })
  const times = ['loading', 'running'].filter(key => typeof row[key] === 'number')
  return [sample('size', 'B', row.size), ...times.map(key => sample(`${key}-time`, 's', row[key]))]
}
