// mitata, run({ format: 'json' }) (https://github.com/evanwashere/mitata): up to thousands of samples of one process, in
// nanoseconds and sorted. Before version 1, run({ json: true }): a benchmark is its own run, and its group is a name.
import { InputError } from '../../model/index.ts'
import { type Parsed, withParameters } from '../format.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { type JsonObject, numberAt, objectOf, objectsAt, parameterText, shown } from '../json/shape.ts'
import { thrownBy } from '../output-problems.ts'

const HINT = "print it with run({ format: 'json' }), before mitata 1 with run({ json: true })"

export const mitata = jsonFormat({
  name: 'mitata',
  title: "mitata run({ format: 'json' })",
  keys: ['benchmarks'],
  sign: /"stats":\s*\{\s*"kind":\s*"(?:fn|iter|yield)"/,
  hint: HINT,
  read: (document, source) => {
    const parsed: Parsed = { samples: [], failures: [], warnings: [] }
    for (const [i, benchmark] of objectsAt(document, 'benchmarks', source, HINT).entries()) {
      const where = `${source}: benchmarks[${i}]`
      const group = groupOf(document, benchmark)
      const isOwnRun = benchmark.runs === undefined && typeof benchmark.name === 'string'
      for (const run of isOwnRun ? [benchmark] : objectsAt(benchmark, 'runs', where, HINT))
        addRun(parsed, run, { where, name: nameOf(run, benchmark), ...group })
    }
    return parsed
  },
})

/** Its group is a position in the layout, where a group may have a name. */
function groupOf(document: unknown, { group }: JsonObject): { place?: string } {
  if (typeof group === 'string') return { place: group }
  const { layout } = objectOf(document)
  const { name } = objectOf(Array.isArray(layout) && typeof group === 'number' ? layout[group] : null)
  return typeof name === 'string' ? { place: name } : {}
}

/** With the arguments of the run: mitata puts them there only where the name asks for them, as in `sum $a`. */
function nameOf({ name, args }: JsonObject, { alias }: JsonObject): unknown {
  if (typeof name !== 'string' || name !== alias) return name
  const given = Object.entries(objectOf(args))
  return withParameters(
    name,
    given.map(([key, value]) => [key, parameterText(value)]),
  )
}

type RunPlace = { where: string; name: unknown; place?: string }

function addRun({ samples, failures }: Parsed, run: JsonObject, { where, name, ...group }: RunPlace): void {
  const { error, stats } = run
  if (typeof name !== 'string') throw new InputError(`${where}: a run has no name; ${HINT}`)
  if (error !== undefined) return void failures.push({ ...thrownBy(error, name), ...group })
  const values = objectOf(stats).samples
  if (!Array.isArray(values))
    throw new InputError(`${where} (${name}): stats.samples is ${shown(values)}, expected a list of numbers`)
  const times = values.map((value, i) => numberAt(value, `${where} (${name}): sample ${i + 1}`))
  samples.push({ name, metric: 'time', unit: 'ns', better: 'lower', runs: [times], ...group })
}
