// The custom format of github-action-benchmark, `[{"name": "sort", "unit": "ms", "value": 1.2}]`: one number per
// benchmark. There the name of the tool (customBiggerIsBetter, customSmallerIsBetter) gives the direction of a whole
// file. Here each row gives its own, by its unit or by the `biggerIsBetter` that some tools add.
// https://github.com/benchmark-action/github-action-benchmark#tool-required
import { InputError, type Sample } from '../../model/index.ts'
import { betterDirection, metricNameOf } from '../direction.ts'
import type { Format, Parsed } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { isObject, type JsonObject, shown } from '../json/shape.ts'
import { hasDocument } from '../json/tolerant.ts'
import { numberOf } from '../numbers.ts'

/** Reads the same rows with one direction for all of them, as customBiggerIsBetter does. */
const PATTERN = '$[*]{name: name, value: value, unit: unit}'

export const customResults: Format = {
  name: 'github-action-benchmark',
  title: 'github-action-benchmark (custom)',
  recognises,
  parse: (text, source) => parsedDocuments(text, source, { recognises }, parse),
}

const isRow = (row: unknown): row is JsonObject =>
  isObject(row) &&
  typeof row.name === 'string' &&
  typeof row.unit === 'string' &&
  ['number', 'string'].includes(typeof row.value)

/** Only exactly such rows: other tools list named things, too. */
const isList = (rows: unknown) => Array.isArray(rows) && rows.length > 0 && rows.every(isRow)

function recognises(text: string): boolean {
  return text.includes('"unit"') && text.includes('"value"') && hasDocument(text, isList)
}

function parse(rows: unknown, source: string): Parsed {
  if (!Array.isArray(rows)) throw new InputError(`${source}: is ${shown(rows)}, expected a list of results`)
  return { samples: rows.map((row, i) => sampleOf(row, `${source}: [${i}]`)), failures: [], warnings: [] }
}

function sampleOf(row: unknown, at: string): Sample {
  if (!isRow(row)) throw new InputError(`${at}: is ${shown(row)}, expected name, unit and value`)
  const { name, unit, value, biggerIsBetter } = row as JsonObject & { name: string; unit: string }
  const where = `${at} (${name})`
  const given = typeof biggerIsBetter === 'boolean' ? (biggerIsBetter ? 'higher' : 'lower') : null
  const better = given ?? betterDirection(unit)
  if (better === null) {
    throw new InputError(
      `${where}: the unit ${shown(unit)} does not say whether lower or higher is better; add "biggerIsBetter": true or ` +
        `false to the row, or set pattern to '${PATTERN}' and set pattern-better to lower or higher`,
    )
  }
  return {
    name,
    metric: metricNameOf(unit, better),
    unit,
    better,
    runs: [[numberOf(value, `${where}: the value`)]],
  }
}
