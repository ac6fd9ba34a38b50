// Which commit a file of results is of, and when that was: what the tool wrote into it, else what its path says.
import { readLargeList } from '../../formats/json/large-list.ts'
import { isObject, type JsonObject } from '../../formats/json/shape.ts'
import { tolerantJson } from '../../formats/json/tolerant.ts'
import type { Output } from '../../formats/output.ts'

/** Null for what is not said. `commit` may be short. `date` is ISO 8601. */
export type Origin = { commit: string | null; date: string | null; machine: string | null }

const nowhere: Origin = { commit: null, date: null, machine: null }

/** A time as ISO 8601; null for what is none. One without a zone is taken for UTC, on whichever machine this runs. */
export function timeOf(value: unknown): string | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const text = typeof value === 'string' ? value.trim().replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T') : value
  const isLocal = typeof text === 'string' && /T[\d:.]+$/.test(text)
  const date = new Date(isLocal ? `${text}Z` : text)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** asv measures each commit in environments of its own, and draws them apart. */
function asvOrigin({ commit_hash: commit, date, params, env_name: environment }: JsonObject): Origin {
  const machine = isObject(params) ? textOf(params.machine) : null
  const named = [machine, textOf(environment)].filter(name => name !== null).join(', ')
  return { commit: textOf(commit), date: timeOf(date), machine: named || null }
}

/** The name of the machine is that of a virtual one as often as not: it tells no two machines apart. */
function pytestOrigin({ commit_info: commit, datetime }: JsonObject): Origin {
  const known = isObject(commit) ? commit : {}
  return { ...nowhere, commit: textOf(known.id), date: timeOf(known.time) ?? timeOf(datetime) }
}

/** `commit_id` and `commit_date` are pyperformance's. */
function pyperfOrigin(document: JsonObject): Origin {
  const [benchmark] = Array.isArray(document.benchmarks) ? document.benchmarks : []
  const [run] = isObject(benchmark) && Array.isArray(benchmark.runs) ? benchmark.runs : []
  const metadata = [run, benchmark, document].map(each => (isObject(each) ? each.metadata : null))
  const known: JsonObject = Object.assign({}, ...metadata.filter(isObject))
  return {
    ...nowhere,
    commit: textOf(known.commit_id),
    date: timeOf(known.commit_date) ?? timeOf(known.date),
  }
}

const origins = new Map([
  ['asv', asvOrigin],
  ['pytest-benchmark', pytestOrigin],
  ['pyperf', pyperfOrigin],
])

/** All that these tools say of a commit is around their benchmarks, or in the metadata of the first one. */
function documentOf({ source, chunks, text }: Output): unknown {
  const first: JsonObject[] = []
  const keepFirst = (benchmark: JsonObject) => {
    if (first.length === 0) first.push(benchmark)
  }
  const around = chunks === null ? null : readLargeList(chunks(), 'benchmarks', keepFirst)
  return around === null ? tolerantJson(text(), source) : { ...around, benchmarks: first }
}

/** What the output of `tool` says of itself. */
export function originIn(tool: string, output: Output): Origin {
  const read = origins.get(tool)
  const document = read ? documentOf(output) : null
  return read && isObject(document) ? read(document) : nowhere
}

const COMMIT = /(?<![0-9a-z])[0-9a-f]{7,64}(?![0-9a-z])/gi
// A colon is in no file name of Windows.
const DATE = /(?<!\d)(\d{4}-\d\d-\d\d)(?:[T_](\d\d)[:-]?(\d\d)(?:[:-]?(\d\d))?)?(?!\d)/

function dateIn(part: string): string | null {
  const [, day, hours = '00', minutes = '00', seconds = '00'] = DATE.exec(part) ?? []
  const time = day === undefined ? null : timeOf(`${day}T${hours}:${minutes}:${seconds}`)
  // JavaScript takes 30 February for 2 March.
  return time?.startsWith(day ?? '') ? time : null
}

/**
 * What the parts of a path may say, the name of the file first: `commits` are whole ones and what looks like a short
 * one, which somebody has to know.
 */
export function originOfPath(path: string): { commits: string[]; date: string | null } {
  const parts = path.split(/[\\/]/).reverse()
  return {
    commits: parts.flatMap(part => (part.match(COMMIT) ?? []).map(commit => commit.toLowerCase())),
    date: parts.map(dateIn).find(date => date !== null) ?? null,
  }
}
