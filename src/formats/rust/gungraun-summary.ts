// The summaries of gungraun and iai-callgrind in JSON: each version of their schema says the same in another place.
// https://github.com/gungraun/gungraun has the schemas, summary.vN.schema.json.
import { InputError, type Sample } from '../../model/index.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { asText, isObject, type JsonObject, numberAt, objectOf, objectsAt, shown } from '../json/shape.ts'

/** What to do where only tools that find errors ran. */
export const COUNT_AS_WELL = 'let it run Callgrind, Cachegrind or DHAT as well'

export const HINT = 'run it with --output-format=json'

type Count = Pick<Sample, 'metric' | 'unit'> & { printed: string }

/**
 * The counts of Valgrind's tools that say something about a program, in the order of the report, by their names in JSON. More
 * hits of a cache may be better or worse.
 */
const COUNTS = new Map<string, Count>([
  ['Ir', { printed: 'Instructions', metric: 'instructions', unit: '' }],
  ['EstimatedCycles', { printed: 'Estimated Cycles', metric: 'estimated-cycles', unit: '' }],
  ['TotalRW', { printed: 'Total read+write', metric: 'total-accesses', unit: '' }],
  ['RamHits', { printed: 'RAM Hits', metric: 'ram-hits', unit: '' }],
  ['TotalBytes', { printed: 'Total bytes', metric: 'allocated', unit: 'B' }],
  ['TotalBlocks', { printed: 'Total blocks', metric: 'allocations', unit: '' }],
  ['AtTGmaxBytes', { printed: 'At t-gmax bytes', metric: 'peak-memory', unit: 'B' }],
])

/** The names that are printed -> those in JSON. */
export const valgrindLabels = new Map([...COUNTS].map(([key, { printed }]) => [printed, key]))

/** A benchmark's counts, the first tool's where two count the same. */
export function countSamples(name: string, counts: Map<string, number>): Sample[] {
  return [...COUNTS].flatMap(([key, { metric, unit }]): Sample[] => {
    const count = counts.get(key)
    return count === undefined ? [] : [{ name, metric, unit, better: 'lower', runs: [[count]] }]
  })
}

/** A summary file is one document; --output-format=json prints one in each line. */
export const gungraunSummaries = jsonFormat({
  name: 'gungraun',
  title: 'gungraun (iai-callgrind)',
  keys: ['module_path'],
  sign: /"(?:profiles|tool_summaries)"\s*:/,
  hint: HINT,
  read: (summary, source) => ({ samples: samplesIn(objectOf(summary), source) }),
})

function samplesIn(summary: JsonObject, where: string): Sample[] {
  const { module_path: path, id, details, description } = summary
  if (typeof path !== 'string') throw new InputError(`${where}: module_path is ${shown(path)}; ${HINT}`)
  // As it is printed: `lib::group::sort small:(100)`.
  const given = details ?? description
  const called = typeof id === 'string' ? ` ${id}${typeof given === 'string' ? `:${given}` : ''}` : ''
  const name = `${path}${called}`
  const counts = new Map<string, number>()
  for (const metrics of totalsIn(summary, `${where} (${name})`)) {
    for (const [label, metric] of Object.entries(metrics)) {
      const key = valgrindLabels.get(label) ?? label
      const count = newCount(metric, `${where} (${name}): ${label}`)
      if (count !== null && !counts.has(key)) counts.set(key, count)
    }
  }
  const samples = countSamples(name, counts)
  if (samples.length > 0) return samples
  throw new InputError(`${where} (${name}): ${whyNoCounts(summary)}`)
}

/** Tools of Valgrind that look for errors and count no costs. */
const ERROR_TOOLS = /^(?:memcheck|helgrind|drd)$/i

function whyNoCounts({
  profiles,
  tool_summaries: summaries,
  callgrind_summary: callgrind,
}: JsonObject): string {
  const list = Array.isArray(profiles) ? profiles : Array.isArray(summaries) ? summaries : []
  const tools = [...new Set(list.map(each => asText(objectOf(each).tool ?? '')))].filter(Boolean)
  const isErrors = tools.length > 0 && !isObject(callgrind) && tools.every(tool => ERROR_TOOLS.test(tool))
  if (!isErrors) return `has no counts of Callgrind, Cachegrind or DHAT that are known; ${HINT}`
  return `has results of ${tools.join(' and ')} only, which finds errors and counts no costs; ${COUNT_AS_WELL}`
}

/** The counts of the whole process, tool by tool. */
function totalsIn(summary: JsonObject, where: string): JsonObject[] {
  if (!('tool_summaries' in summary)) return objectsAt(summary, 'profiles', where, HINT).map(totalOf)
  const { callgrind_summary: callgrind } = summary
  const others = objectsAt(summary, 'tool_summaries', where, HINT)
  const of = (tool: JsonObject, name: string) =>
    Array.isArray(tool.summaries) ? onlyOf(tool.summaries, `${where}: ${name}`) : totalOf(tool)
  return [
    ...(isObject(callgrind) ? [of(callgrind, 'callgrind_summary')] : []),
    ...others.map(tool => of(tool, asText(tool.tool))),
  ]
}

/** Version 3 has a name of its own for Callgrind's counts. Versions 3 to 6 have one more level, named after the tool. */
function totalOf(tool: JsonObject): JsonObject {
  const { total } = objectOf(tool.data ?? tool.summaries ?? tool.callgrind_run)
  const { metrics, summary = total } = objectOf(total)
  if (tool.callgrind_run !== undefined) return objectOf(summary)
  return objectOf(metrics ?? Object.values(objectOf(summary))[0])
}

/** Versions 1 and 2: a list, of one process. */
function onlyOf(summaries: unknown[], where: string): JsonObject {
  if (summaries.length > 1)
    throw new InputError(`${where} has ${summaries.length} processes, expected one; ${HINT}`)
  const { events, costs_summary: costs, summary } = objectOf(summaries[0])
  return objectOf(events ?? costs ?? printedCounts(objectOf(summary)))
}

/** Version 1 has those of DHAT as they are printed: `{"Total": "3676 bytes in 17 blocks"}`. */
function printedCounts(summary: JsonObject): JsonObject {
  const counts = Object.entries(summary).flatMap(([label, text]) =>
    [...(typeof text === 'string' ? text : '').matchAll(/(\d+) (bytes|blocks)/g)].map(([, count, unit]) => [
      `${label} ${unit}`,
      { new: Number(count) },
    ]),
  )
  return Object.fromEntries(counts)
}

/**
 * `{new, old}` in versions 1 and 2, `{metrics: {Left}}` or `{metrics: {Both: [new, old]}}` from version 3 to 6, where 5
 * and 6 have `{Int}` or `{Float}` for a number, and then `{values: {new, old}}`. Null where only the old build has it.
 */
function newCount(metric: unknown, where: string): number | null {
  const { values, metrics, new: count } = objectOf(metric)
  const { Left, Both } = objectOf(metrics)
  const left = Left ?? (Array.isArray(Both) ? Both[0] : undefined)
  const { Int, Float } = objectOf(left)
  const found = objectOf(values).new ?? count ?? Int ?? Float ?? left ?? null
  return found === null ? null : numberAt(found, where)
}
