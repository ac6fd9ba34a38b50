// bechamel of OCaml (https://github.com/mirage/bechamel): the JSON of bechamel-js, for one measure, and the table of bechamel-notty,
// with a column for each.
import { InputError } from '../../model/index.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { nameAt, numberAt, objectOf, objectsAt, shown } from '../json/shape.ts'
import { numberOf } from '../numbers.ts'
import { tableLines } from '../plain-text.ts'
import { eitherOf, type OtherForm } from '../runs/join-parsed.ts'
import { addEstimate, type Found, nothing, parsedEstimates } from './words.ts'

const HINT = 'print all that Bechamel_js.emit or Bechamel_notty writes'

/** Its measures by their labels: lib/toolkit.ml of bechamel. Others are of a user. */
const MEASURES = new Map<unknown, [metric: string, unit: string]>([
  ['monotonic-clock', ['time', 'ns']],
  ['minor-allocated', ['minor-words', '']],
  ['major-allocated', ['major-words', '']],
  ['promoted', ['promoted-words', '']],
  ['compaction', ['compactions', '']],
  ['minor-collection', ['minor-collections', '']],
  ['major-collection', ['major-collections', '']],
])

function measureOf(label: unknown, where: string): [metric: string, unit: string] {
  const measure = MEASURES.get(label)
  if (measure !== undefined) return measure
  const known = [...MEASURES.keys()].join(', ')
  throw new InputError(
    `${where}: nothing says what is better for the measure ${shown(label)}; read it with a pattern, expected one of ${known}`,
  )
}

const json = jsonFormat({
  name: 'bechamel',
  title: 'bechamel (OCaml)',
  keys: ['xLabel', 'yLabel', 'series'],
  hint: HINT,
  read: (document, source) => {
    const found = nothing()
    const series = objectsAt(document, 'series', source, HINT)
    const [metric, unit] = measureOf(objectOf(document).yLabel, `${source}: yLabel`)
    for (const [i, { name: own, result }] of series.entries()) {
      const where = `${source}: series[${i}]`
      const name = nameAt(own, where, HINT)
      const estimate = numberAt(objectOf(result).estimate, `${where} (${name}): estimate`)
      addEstimate(found, name, metric, unit, estimate)
    }
    return parsedEstimates('bechamel', found)
  },
})

const HEADER = /^│ *name *│(?:.*│)? *[\w-]+ *│/
const VALUE = /^(?<value>-?\d[\d.]*) [^\s/]+\/\S+$/
const cellsOf = (line: string) =>
  line
    .split('│')
    .slice(1, -1)
    .map(cell => cell.trim())

function readRow(line: string, labels: string[], found: Found, where: string): void {
  const [name = '', ...cells] = cellsOf(line)
  // The table of one measure ends with the names of the best and the worst.
  if (/^(?:best|worst)$/.test(name) && !cells.some(cell => VALUE.test(cell))) return
  if (name === '' || cells.length !== labels.length)
    throw new InputError(`${where}: ${shown(line)} is not a row of a table of bechamel; ${HINT}`)
  const isTime = (label: string) => label === 'monotonic-clock'
  const columns = labels.map((label, i): [string, string] => [label, cells[i] as string])
  const sorted = [
    ...columns.filter(([label]) => isTime(label)),
    ...columns.filter(([label]) => !isTime(label)),
  ]
  for (const [label, cell] of sorted) {
    const [metric, unit] = measureOf(label, where)
    const value = VALUE.exec(cell)?.groups?.value
    if (value !== undefined) addEstimate(found, name, metric, unit, numberOf(value, where))
    else if (cell === '#none') found.failures.push({ name, reason: `bechamel has no estimate of ${label}` })
    else throw new InputError(`${where}: ${label} of ${shown(name)} is ${shown(cell)}; ${HINT}`)
  }
}

const hasMeasure = (line: string) =>
  HEADER.test(line) && cellsOf(line).some((label, i) => i > 0 && MEASURES.has(label))

const table: OtherForm = {
  recognises: text => text.includes('│') && tableLines(text).some(hasMeasure),
  parse: (text, source) => {
    const found = nothing()
    let labels: string[] | null = null
    const lines = tableLines(text)
    for (const [i, line] of lines.entries()) {
      if (HEADER.test(line)) labels = cellsOf(line).slice(1)
      else if (line.startsWith('╰')) labels = null
      else if (labels !== null && line.startsWith('│') && i < lines.length - 1)
        readRow(line, labels, found, `${source}, line ${i + 1}`)
    }
    if (labels !== null) throw new InputError(`${source}: its table has no end; was it cut off? ${HINT}`)
    return parsedEstimates('bechamel', found)
  },
}

export const bechamel = eitherOf(json, table)
