// asv gives a benchmark another version when its code changes. What an earlier version measured is other work, which asv itself does
// not show beside the present one.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readTextFile } from '../../files/read.ts'
import { isObject } from '../../formats/json/shape.ts'
import { tolerantJson } from '../../formats/json/tolerant.ts'
import type { Output } from '../../formats/output.ts'

/** The benchmarks of a file of results that had another code than they have now. */
export type EarlierVersions = (output: Output) => Set<string>

const documentAt = (path: string): unknown =>
  existsSync(path) ? tolerantJson(readTextFile(path), path) : null

/** The versions of now are beside the directories of the machines. Each of these files is read once. */
export function earlierVersions(): EarlierVersions {
  const read = new Map<string, unknown>()
  const versionsNow = (path: string) => {
    const place = join(dirname(dirname(path)), 'benchmarks.json')
    if (!read.has(place)) read.set(place, documentAt(place))
    return read.get(place)
  }
  return ({ source, text }) => {
    const now = versionsNow(source)
    const document = tolerantJson(text(), source)
    if (!isObject(now) || !isObject(document)) return new Set()
    const { results, result_columns: columns } = document
    if (!isObject(results) || !Array.isArray(columns)) return new Set()
    const at = columns.indexOf('version')
    const isEarlier = ([name, cells]: [string, unknown]) => {
      const [known, then] = [now[name], Array.isArray(cells) ? cells[at] : undefined]
      return isObject(known) && typeof then === 'string' && known.version !== then
    }
    return new Set(Object.entries(results).flatMap(row => (isEarlier(row) ? [row[0]] : [])))
  }
}
