// deno bench --json (https://docs.deno.com/runtime/reference/cli/bench): the average of a process in nanoseconds, without its
// samples.
import type { Parsed } from '../format.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { isObject, type JsonObject, nameAt, numberAt, objectsAt } from '../json/shape.ts'
import { thrownBy } from '../output-problems.ts'

const HINT = 'run it with --json'

export const deno = jsonFormat({
  name: 'deno',
  title: 'deno bench --json',
  keys: ['runtime', 'benches'],
  sign: /"runtime":\s*"Deno\//,
  hint: HINT,
  read: (document, source) => {
    const parsed: Parsed = { samples: [], failures: [], warnings: [] }
    for (const [i, bench] of objectsAt(document, 'benches', source, HINT).entries()) {
      const where = `${source}: benches[${i}]`
      for (const result of objectsAt(bench, 'results', where, HINT)) addResult(parsed, bench, result, where)
    }
    return parsed
  },
})

/** The file is where the benchmark lies on one machine, so only the group is part of the name; its last part is a place. */
function addResult(
  { samples, failures }: Parsed,
  bench: JsonObject,
  result: JsonObject,
  where: string,
): void {
  const { group, origin } = bench
  const own = nameAt(bench.name, where, HINT)
  const name = typeof group === 'string' ? `${group}/${own}` : own
  const { ok, failed } = result
  const file = typeof origin === 'string' ? { place: origin.replace(/^.*[/\\]/, '') } : {}
  if (isObject(ok)) {
    const time = numberAt(ok.avg, `${where} (${name}): avg`)
    samples.push({ name, metric: 'time', unit: 'ns', better: 'lower', runs: [[time]], ...file })
  } else failures.push({ ...thrownBy(failed, name), ...file })
}
