// vitest bench, --outputJson FILE (https://vitest.dev/guide/features.html#benchmarking): the mean of a process, in
// milliseconds. Its samples are never in the file.
import { InputError } from '../../model/index.ts'
import type { Parsed } from '../format.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { type JsonObject, numberAt, objectsAt, shown } from '../json/shape.ts'

const HINT = 'run it with --outputJson FILE and give FILE as the results'

export const vitest = jsonFormat({
  name: 'vitest',
  title: 'vitest bench --outputJson',
  keys: ['files', 'groups', 'benchmarks', 'filepath'],
  hint: HINT,
  read: (document, source) => {
    const parsed: Parsed = { samples: [], failures: [], warnings: [] }
    for (const [f, file] of objectsAt(document, 'files', source, HINT).entries()) {
      const inFile = `${source}: files[${f}]`
      for (const [g, group] of objectsAt(file, 'groups', inFile, HINT).entries()) {
        const where = `${inFile}.groups[${g}]`
        if (typeof group.fullName !== 'string') throw new InputError(`${where} has no fullName; ${HINT}`)
        for (const benchmark of objectsAt(group, 'benchmarks', where, HINT))
          addTo(parsed, benchmark, group.fullName)
      }
    }
    return parsed
  },
})

/** The full name of a group begins with the path of its file in the project. One that throws has no mean. */
function addTo({ samples, failures }: Parsed, { name, mean }: JsonObject, group: string): void {
  if (typeof name !== 'string')
    throw new InputError(`${group}: the name of a benchmark is ${shown(name)}; ${HINT}`)
  const fullName = `${group} > ${name}`
  if (mean === undefined || mean === null) {
    failures.push({ name: fullName, reason: 'it has no mean: it threw, or did not run' })
    return
  }
  const time = numberAt(mean, `${fullName}: mean`)
  samples.push({ name: fullName, metric: 'time', unit: 'ms', better: 'lower', runs: [[time]] })
}
