// The custom format of github-action-benchmark, `[{"name": "sort", "unit": "ms", "value": 1.2}]`: one number per
// benchmark. There the name of the tool (customBiggerIsBetter, customSmallerIsBetter) gives the direction of a whole
// file. Here each row gives its own, by its unit or by the `biggerIsBetter` that some tools add.
// https://github.com/benchmark-action/github-action-benchmark#tool-required
import { InputError, type Sample } from '../../model/index.ts'
import { betterDirection, metricNameOf } from '../direction.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { isListOf, isObject, type JsonObject, shown } from '../json/shape.ts'
import { numberOf } from '../numbers.ts'

/** Reads the same rows with one direction for all of them, as customBiggerIsBetter does. */
const PATTERN = '$[*]{name: name, value: value, unit: unit}'

const isRow = (row: unknown): row is JsonObject & { name: string; unit: string } =>
  isObject(row) &&
  typeof row.name === 'string' &&
  typeof row.unit === 'string' &&
  ['number', 'string'].includes(typeof row.value)

export const customResults = jsonFormat({
  name: 'github-action-benchmark',
  title: 'github-action-benchmark (custom)',
  keys: ['unit', 'value'],
  isOwn: isListOf(isRow),
  read: (rows, source) => {
    if (!Array.isArray(rows)) throw new InputError(`${source}: is ${shown(rows)}, expected a list of results`)
    return { samples: rows.map((row, i) => sampleOf(row, `${source}: [${i}]`)) }
  },
})

function sampleOf(row: unknown, at: string): Sample {
  if (!isRow(row)) throw new InputError(`${at}: is ${shown(row)}, expected name, unit and value`)
  const { name, unit, value, biggerIsBetter } = row
  const where = `${at} (${name})`
  const given = typeof biggerIsBetter === 'boolean' ? (biggerIsBetter ? 'higher' : 'lower') : null
  const better = given ?? betterDirection(unit)
  if (better === null)
    throw new InputError(
      `${where}: the unit ${shown(unit)} does not say whether lower or higher is better; add "biggerIsBetter": true or ` +
        `false to the row, or set pattern to '${PATTERN}' and set pattern-better to lower or higher`,
    )
  const runs = [[numberOf(value, `${where}: the value`)]]
  return { name, metric: metricNameOf(unit, better), unit, better, runs }
}
