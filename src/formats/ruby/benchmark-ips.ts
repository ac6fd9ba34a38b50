// benchmark-ips, x.json! PATH (https://github.com/evanphx/benchmark-ips): the iterations per second of one process, without
// the cycles that they come from.
import { InputError } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { hasKey, isObject, numberAt, shown } from '../json/shape.ts'

const HINT = 'add x.json! PATH and give PATH as the results'

const recognises = (text: string) => ['ips', 'microseconds', 'cycles'].every(key => hasKey(text, key))

export const benchmarkIps: Format = {
  name: 'benchmark-ips',
  title: 'benchmark-ips x.json!',
  recognises,
  parse: (text, source) => parsedDocuments(text, source, { recognises, hint: HINT }, parse),
}

function parse(entries: unknown, source: string): Parsed {
  if (!Array.isArray(entries))
    throw new InputError(`${source}: is ${shown(entries)}, expected a list; ${HINT}`)
  const samples = entries.map((entry, i) => {
    const { name, ips } = isObject(entry) ? entry : {}
    if (typeof name !== 'string')
      throw new InputError(`${source}: [${i}]: the name is ${shown(name)}; ${HINT}`)
    const runs = [[numberAt(ips, `${source}: [${i}] (${name}): ips`)]]
    return { name, metric: 'throughput', unit: 'i/s', better: 'higher' as const, runs }
  })
  return { samples, failures: [], warnings: [] }
}
