// benchmark-ips, x.json! PATH (https://github.com/evanphx/benchmark-ips): the iterations per second of one process, without
// the cycles that they come from.
import { InputError } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { hasKey, isObject, numberAt, shown } from '../json/shape.ts'
import { tolerantJson } from '../json/tolerant.ts'

const HINT = 'add x.json! PATH and give PATH as the results'

export const benchmarkIps: Format = {
  name: 'benchmark-ips',
  title: 'benchmark-ips x.json!',
  recognises: text => ['ips', 'microseconds', 'cycles'].every(key => hasKey(text, key)),
  parse,
}

function parse(text: string, source: string): Parsed {
  const entries = tolerantJson(text, source, HINT)
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
