// Load generators that write one JSON document: a table says where its figures are.
import { InputError } from '../../model/index.ts'
import type { Format } from '../format.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { isObject, type JsonObject, numberAt, objectOf, shown } from '../json/shape.ts'
import { type LoadReport, parsedReports } from './report.ts'

/** The number at a path such as `latency/p50`; 0 where nothing is there. Throws an InputError for anything else. */
type NumberAt = (path: string) => number

/** A part of a document that has times of its own. */
type Part = { name?: string; place?: string; document: JsonObject }

export type JsonTool = {
  name: string
  title: string
  hint: string
  /** Keys that only its documents have together. */
  keys: string[]
  parts?: (document: JsonObject) => Part[]
  things?: string
  unit: string
  /** The path of each metric, the primary one first. One that is not there is left out. */
  times: Record<string, string>
  rate: string
  isRateOfSuccesses?: true
  others?: [name: string, unit: string, path: string][]
  /** How many things there were, and how many of them failed. */
  counts: (at: NumberAt, document: JsonObject) => { total: number; failed: number } | null
}

function valueAt(document: JsonObject, path: string): unknown {
  let value: unknown = document
  for (const key of path.split('/'))
    value = Object.hasOwn(objectOf(value), key) ? objectOf(value)[key] : undefined
  return value
}

function reportOf({ name, place, document }: Part, tool: JsonTool, source: string): LoadReport {
  const { things = 'requests', unit, isRateOfSuccesses } = tool
  const at: NumberAt = path => numberAt(valueAt(document, path) ?? 0, `${source}: ${path}`)
  const times = Object.entries(tool.times).flatMap(([metric, path]): LoadReport['times'] =>
    valueAt(document, path) == null ? [] : [[metric, unit, at(path)]],
  )
  return {
    ...{ things, times, rate: numberAt(valueAt(document, tool.rate), `${source}: ${tool.rate}`) },
    ...(isRateOfSuccesses && { isRateOfSuccesses }),
    ...(name !== undefined && { name }),
    ...(place !== undefined && { place }),
    others: (tool.others ?? []).map(([row, rowUnit, path]) => [row, rowUnit, at(path)]),
    failed: tool.counts(at, document),
  }
}

/** The format of such a tool. */
export function jsonReport(tool: JsonTool): Format {
  const { name, title, hint, keys } = tool
  return jsonFormat({
    ...{ name, title, hint, keys },
    read: (document, source) => {
      if (!isObject(document))
        throw new InputError(`${source}: is ${shown(document)}, expected an object; ${hint}`)
      const parts = tool.parts?.(document) ?? [{ document }]
      const reports = parts.map(part => reportOf(part, tool, source))
      return parsedReports(reports, source, hint)
    },
  })
}

/** The sum of the counts in an object whose keys match. */
export function sumWhere(counts: unknown, keys: RegExp): number {
  const found = Object.entries(objectOf(counts)).filter(([key]) => keys.test(key))
  return found.reduce((sum, [, count]) => sum + (typeof count === 'number' ? count : 0), 0)
}

/** The path of a URL, which is the same on every machine; undefined for what is none. */
export const pathOf = (url: unknown): string | undefined =>
  typeof url === 'string' && URL.canParse(url) ? new URL(url).pathname : undefined
