// gungraun, formerly iai-callgrind (https://gungraun.github.io/gungraun/): what Valgrind counted in one process, as JSON
// (--output-format=json, or --save-summary=json) and as it prints it. Counts of another build that it compares with are skipped.
import { InputError, type Sample } from '../../model/index.ts'
import type { Format, Parsed } from '../format.ts'
import { hasKey, isObject, type JsonObject, numberAt, objectsAt, shown } from '../json/shape.ts'
import { tolerantJson } from '../json/tolerant.ts'
import { plainText, tableLines } from '../plain-text.ts'

const HINT = 'run it with --output-format=json'

type Metric = Pick<Sample, 'metric' | 'unit'>

/** In the order of the report, by the names in JSON and on the console. More hits of a cache may be better or worse. */
const METRICS = new Map<string, Metric>([
  ['Ir', { metric: 'instructions', unit: '' }],
  ['EstimatedCycles', { metric: 'estimated-cycles', unit: '' }],
  ['TotalRW', { metric: 'total-accesses', unit: '' }],
  ['RamHits', { metric: 'ram-hits', unit: '' }],
  ['TotalBytes', { metric: 'allocated', unit: 'B' }],
  ['TotalBlocks', { metric: 'allocations', unit: '' }],
  ['AtTGmaxBytes', { metric: 'peak-memory', unit: 'B' }],
])

const LABELS = new Map([
  ['Instructions', 'Ir'],
  ['Estimated Cycles', 'EstimatedCycles'],
  ['Total read+write', 'TotalRW'],
  ['RAM Hits', 'RamHits'],
  ['Total bytes', 'TotalBytes'],
  ['Total blocks', 'TotalBlocks'],
  ['At t-gmax bytes', 'AtTGmaxBytes'],
])

const COUNT = /^ {2}(?<label>[A-Z][\w +-]*): +(?<count>[^\s|]+)\|/
const END = /^(?:Gungraun|Iai-Callgrind) result: /m

export const gungraun: Format = {
  name: 'gungraun',
  title: 'gungraun (iai-callgrind)',
  recognises: text => isJson(text) || isConsole(text),
  parse: (text, source) => (isJson(text) ? parseSummaries(text, source) : parseConsole(text, source)),
}

/** What is cheap comes first: the output of any program is asked. */
const isConsole = (text: string) =>
  /^ {2}(?:Instructions|Total bytes): /m.test(text) && tableLines(text).some(line => COUNT.test(line))

const isJson = (text: string) => hasKey(text, 'module_path') && hasKey(text, 'profiles')

/** A benchmark's counts, the first tool's where two count the same. */
function samplesOf(name: string, counts: Map<string, number>): Sample[] {
  return [...METRICS].flatMap(([key, metric]): Sample[] => {
    const count = counts.get(key)
    return count === undefined ? [] : [{ name, ...metric, better: 'lower', runs: [[count]] }]
  })
}

/** A summary file is one document; --output-format=json prints one in each line. */
function parseSummaries(text: string, source: string): Parsed {
  const lines = text.split('\n').map((line, i) => ({ line, where: `${source}, line ${i + 1}` }))
  const documents = /^\{"baselines":/m.test(text)
    ? lines.filter(({ line }) => line.startsWith('{'))
    : [{ line: text, where: source }]
  const samples = documents.flatMap(({ line, where }) => samplesIn(tolerantJson(line, where, HINT), where))
  return { samples, failures: [], warnings: [] }
}

function samplesIn(summary: unknown, where: string): Sample[] {
  const { module_path: path, id, details, description } = isObject(summary) ? summary : {}
  if (typeof path !== 'string') throw new InputError(`${where}: module_path is ${shown(path)}; ${HINT}`)
  // As it is printed: `lib::group::sort small:(100)`.
  const given = details ?? description
  const called = typeof id === 'string' ? ` ${id}${typeof given === 'string' ? `:${given}` : ''}` : ''
  const name = `${path}${called}`
  const counts = new Map<string, number>()
  for (const profile of objectsAt(summary, 'profiles', `${where} (${name})`, HINT)) {
    for (const [key, metric] of Object.entries(metricsOf(profile))) {
      const count = newCount(metric, `${where} (${name}): ${key}`)
      if (count !== null && !counts.has(key)) counts.set(key, count)
    }
  }
  const samples = samplesOf(name, counts)
  if (samples.length > 0) return samples
  throw new InputError(
    `${where} (${name}): has no counts of Callgrind, Cachegrind or DHAT that are known; ${HINT}`,
  )
}

const fieldsOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** Of the whole process. Version 6 has a level more, named by the tool. */
function metricsOf(profile: JsonObject): JsonObject {
  const { total } = fieldsOf(profile.data ?? profile.summaries)
  const { metrics, summary } = fieldsOf(total)
  return fieldsOf(metrics ?? Object.values(fieldsOf(summary))[0])
}

/** `{values: {new, old}}`, and in version 6 `{metrics: {Left: {Int}}}` or `{metrics: {Both: [{Int}, {Int}]}}`. */
function newCount(metric: unknown, where: string): number | null {
  const { values, metrics } = fieldsOf(metric)
  const { Left, Both } = fieldsOf(metrics)
  const old = fieldsOf(Left ?? (Array.isArray(Both) ? Both[0] : undefined))
  const count = fieldsOf(values).new ?? old.Int ?? old.Float ?? null
  return count === null ? null : numberAt(count, where)
}

function parseConsole(text: string, source: string): Parsed {
  const plain = plainText(text)
  const benchmarks = new Map<string, Map<string, number>>()
  let name: string | null = null
  for (const line of tableLines(text)) {
    const { label = '', count } = COUNT.exec(line)?.groups ?? {}
    if (/^\S.*::/.test(line)) name = line.trim()
    if (count === undefined || count === 'N/A') continue
    if (!/^\d+$/.test(count)) throw new InputError(`${source}: ${shown(line.trim())} is no count; ${HINT}`)
    if (name === null) throw new InputError(`${source}: ${shown(line.trim())} is of no benchmark; ${HINT}`)
    const counts = benchmarks.get(name) ?? new Map<string, number>()
    const key = LABELS.get(label)
    if (key !== undefined && !counts.has(key)) counts.set(key, Number(count))
    benchmarks.set(name, counts)
  }
  const message = `${source}: has no "result:" at the end: the output broke off, and later benchmarks may be missing`
  return {
    samples: [...benchmarks].flatMap(([benchmark, counts]) => samplesOf(benchmark, counts)),
    failures: [],
    warnings: END.test(plain) ? [] : [{ code: 'gungraun-no-end', message }],
  }
}
