// deno bench --json (https://docs.deno.com/runtime/reference/cli/bench): the average of a process in nanoseconds, without its
// samples.
import { InputError } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { hasKey, isObject, type JsonObject, numberAt, objectsAt, shown } from '../json/shape.ts'

const HINT = 'run it with --json'

const recognises = (text: string) => /"runtime":\s*"Deno\//.test(text) && hasKey(text, 'benches')

export const deno: Format = {
  name: 'deno',
  title: 'deno bench --json',
  recognises,
  parse: (text, source) => parsedDocuments(text, source, { recognises, hint: HINT }, parse),
}

function parse(document: unknown, source: string): Parsed {
  const parsed: Parsed = { samples: [], failures: [], warnings: [] }
  for (const [i, bench] of objectsAt(document, 'benches', source, HINT).entries()) {
    const where = `${source}: benches[${i}]`
    for (const result of objectsAt(bench, 'results', where, HINT)) addResult(parsed, bench, { result, where })
  }
  return parsed
}

/**
 * The file is where the benchmark lies on one machine, so only the group is part of the name; its last part is a place.
 */
function addResult(
  { samples, failures }: Parsed,
  { name, group, origin }: JsonObject,
  { result, where }: { result: JsonObject; where: string },
): void {
  if (typeof name !== 'string') throw new InputError(`${where}: the name is ${shown(name)}; ${HINT}`)
  const fullName = typeof group === 'string' ? `${group}/${name}` : name
  const { ok, failed } = result
  const file = typeof origin === 'string' ? { place: origin.replace(/^.*[/\\]/, '') } : {}
  if (isObject(ok)) {
    const time = numberAt(ok.avg, `${where} (${fullName}): avg`)
    samples.push({ name: fullName, metric: 'time', unit: 'ns', better: 'lower', runs: [[time]], ...file })
    return
  }
  const message = isObject(failed) ? failed.message : undefined
  const said = typeof message === 'string' && message !== ''
  failures.push({
    name: fullName,
    ...file,
    reason: said ? `it threw: ${message}` : 'it threw',
    ...(said && { quotes: true }),
  })
}
