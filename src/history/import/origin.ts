// Finds the commit of a file of results, and its date: as the tool wrote them into the file, else from the path.
import { readLargeList } from '../../formats/json/large-list.ts'
import { isObject, type JsonObject } from '../../formats/json/shape.ts'
import { tolerantJson } from '../../formats/json/tolerant.ts'
import type { Output } from '../../formats/output.ts'

/** A field is null where the file does not name it. `commit` may be short. `date` is ISO 8601. */
export type Origin = {
  commit: string | null
  date: string | null
  machine: string | null
  environment: string | null
}

const nowhere: Origin = { commit: null, date: null, machine: null, environment: null }

/** A time as ISO 8601; null for anything else. Without a zone it counts as UTC, whatever the zone of this machine. */
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
  return { commit: textOf(commit), date: timeOf(date), machine, environment: textOf(environment) }
}

/** Leaves out the name of the machine: it is often a virtual machine's, which tells no two machines apart. */
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

/** The document with its first benchmark only: these tools name the commit around the benchmarks, or in the first one. */
function documentOf({ source, chunks, text }: Output): unknown {
  const first: JsonObject[] = []
  const keepFirst = (benchmark: JsonObject) => {
    if (first.length === 0) first.push(benchmark)
  }
  const around = chunks === null ? null : readLargeList(chunks(), 'benchmarks', keepFirst)
  return around === null ? tolerantJson(text(), source) : { ...around, benchmarks: first }
}

/** The commit, date and machine that the output of `tool` names. */
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
  // JavaScript reads 30 February as 2 March.
  return time?.startsWith(day ?? '') ? time : null
}

/** The commits and the date in a path, the file's name first. Some may be short, or other words: a checkout has to know them. */
export function originOfPath(path: string): { commits: string[]; date: string | null } {
  const parts = path.split(/[\\/]/).reverse()
  return {
    commits: parts.flatMap(part => (part.match(COMMIT) ?? []).map(commit => commit.toLowerCase())),
    date: parts.map(dateIn).find(date => date !== null) ?? null,
  }
}
