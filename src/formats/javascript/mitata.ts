// mitata, run({ format: 'json' }) (https://github.com/evanwashere/mitata): up to thousands of samples of one process, in
// nanoseconds and sorted.
import { InputError, type Sample } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { hasKey, isObject, type JsonObject, numberAt, objectsAt, shown } from '../json/shape.ts'
import { thrownBy } from './thrown.ts'

const HINT = "print it with run({ format: 'json' })"

const recognises = (text: string) =>
  /"stats":\s*\{\s*"kind":\s*"(?:fn|iter|yield)"/.test(text) && hasKey(text, 'benchmarks')

export const mitata: Format = {
  name: 'mitata',
  title: "mitata run({ format: 'json' })",
  recognises,
  parse: (text, source) => parsedDocuments(text, source, { recognises, hint: HINT }, parse),
}

function parse(document: unknown, source: string): Parsed {
  const parsed: Parsed = { samples: [], failures: [], warnings: [] }
  for (const [i, benchmark] of objectsAt(document, 'benchmarks', source, HINT).entries()) {
    const where = `${source}: benchmarks[${i}]`
    const group = groupOf(document, benchmark)
    for (const run of objectsAt(benchmark, 'runs', where, HINT))
      addRun(parsed, withArguments(run, benchmark), { where, ...group })
  }
  return parsed
}

/** Its group is a position in the layout, where a group may have a name. */
function groupOf(document: unknown, { group }: JsonObject): { place?: string } {
  const layout = isObject(document) && Array.isArray(document.layout) ? document.layout : []
  const found: unknown = typeof group === 'number' ? layout[group] : undefined
  return isObject(found) && typeof found.name === 'string' ? { place: found.name } : {}
}

type RunPlace = { where: string; place?: string }

/** A run whose name has its arguments in it: mitata puts them there only where the name asks for them, as in `sum $a`. */
function withArguments(run: JsonObject, { alias }: JsonObject): JsonObject {
  const { name, args } = run
  const given = isObject(args) ? Object.entries(args) : []
  if (given.length === 0 || name !== alias) return run
  return { ...run, name: `${name} (${given.map(([key, value]) => `${key}=${value}`).join(', ')})` }
}

function addRun({ samples, failures }: Parsed, run: JsonObject, { where, ...group }: RunPlace): void {
  const { name, error, stats } = run
  if (typeof name !== 'string') throw new InputError(`${where}: a run has no name; ${HINT}`)
  if (error !== undefined) return void failures.push({ ...thrownBy(run, name), ...group })
  const values = isObject(stats) ? stats.samples : undefined
  if (!Array.isArray(values)) {
    throw new InputError(`${where} (${name}): stats.samples is ${shown(values)}, expected a list of numbers`)
  }
  const times = values.map((value, i) => numberAt(value, `${where} (${name}): sample ${i + 1}`))
  const sample: Sample = { name, metric: 'time', unit: 'ns', better: 'lower', runs: [times] }
  samples.push({ ...sample, ...group })
}
