// zBench (https://github.com/hendriknielaender/zBench): the table that run prints, with the mean of each benchmark, and what
// writeJSON writes, with each measurement of the process.
import { InputError, type Sample } from '../../model/index.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { isObject, type JsonObject, nameAt, numberAt, shown } from '../json/shape.ts'
import { numberOf } from '../numbers.ts'
import { hasLine, tableLines } from '../plain-text.ts'
import { eitherOf, type OtherForm } from '../runs/join-parsed.ts'

const HINT = 'write a list of all results, each with writeJSON'

const METRICS = [
  ['timings', 'time', 'ns'],
  ['max_allocations', 'peak-memory', 'B'],
] as const

function samplesOf(result: JsonObject, where: string): Sample[] {
  const name = nameAt(result.name, where, HINT)
  return METRICS.flatMap(([key, metric, unit]): Sample[] => {
    const values = result[key]
    if (values === undefined && key !== 'timings') return []
    if (!Array.isArray(values))
      throw new InputError(`${where} (${name}): ${key} is ${shown(values)}; ${HINT}`)
    const run = values.map(value => numberAt(value, `${where} (${name}): ${key}`))
    return [{ name, metric, unit, better: 'lower', runs: [run] }]
  })
}

const json = jsonFormat({
  name: 'zbench',
  title: 'zBench',
  keys: ['timing_statistics', 'timings', 'percentiles'],
  hint: HINT,
  // A list, or one result for each document.
  read: (document, source) => ({
    samples: (Array.isArray(document) ? document : [document]).flatMap((result, i) => {
      if (isObject(result)) return samplesOf(result, `${source}: [${i}]`)
      throw new InputError(`${source}: [${i}] is ${shown(result)}, expected an object; ${HINT}`)
    }),
  }),
})

const HEADER = /^benchmark +runs +total time +time\/run \(avg ± σ\) /
const RULE = /^-+$/
const DURATION = String.raw`(?:\d[\d.]*(?:ns|us|µs|ms|s|m|h|d))+`
const TIMES = new RegExp(String.raw`^(?<name>.*?\S) +\d+ +${DURATION} +(?<mean>${DURATION}) ± ${DURATION} `)
const MEMORY = /^(?<name>.*?\S) \[MEMORY\] +(?<mean>\d[\d.]*)(?<unit>[KMGT]?i?B) ± /
const SECONDS = new Map(
  Object.entries({ ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600, d: 86_400 }),
)

/** Zig writes `1m2.5s` for longer times: those are in seconds here, others in the unit that is written. */
function durationOf(text: string, where: string): { value: number; unit: string } {
  const parts = [...text.matchAll(/(?<value>[\d.]+)(?<unit>[a-zµ]+)/g)].map(({ groups }) => ({
    value: numberOf(groups?.value, where),
    unit: groups?.unit ?? '',
  }))
  const [only] = parts
  if (parts.length === 1 && only && /s$/.test(only.unit)) return only
  return {
    value: parts.reduce((sum, { value, unit }) => sum + value * (SECONDS.get(unit) ?? 0), 0),
    unit: 's',
  }
}

function sampleOf(line: string, where: string): Sample {
  const memory = MEMORY.exec(line)?.groups
  const { name, mean } = memory ?? TIMES.exec(line)?.groups ?? {}
  if (name === undefined || mean === undefined)
    throw new InputError(`${where}: ${shown(line)} is not a row of a table of zBench; ${HINT}`)
  if (memory) {
    const [unit, runs] = [memory.unit ?? '', [[numberOf(mean, where)]]]
    return { name, metric: 'peak-memory', unit, better: 'lower', runs }
  }
  const { value, unit } = durationOf(mean, where)
  return { name, metric: 'time', unit, better: 'lower', runs: [[value]] }
}

/** The rows below each header, to the first line without a spread: other lines are of the program. */
const table: OtherForm = {
  recognises: text => hasLine(text, 'time/run (avg ± σ)', HEADER),
  parse: (text, source) => {
    const samples: Sample[] = []
    let inTable = false
    const lines = tableLines(text)
    for (const [i, line] of lines.entries()) {
      const where = `${source}, line ${i + 1}`
      if (HEADER.test(line)) inTable = true
      else if (inTable && line.includes(' ± ')) {
        if (i === lines.length - 1) throw new InputError(`${where}: has no end; was it cut off? ${HINT}`)
        samples.push(sampleOf(line, where))
      } else if (inTable && !RULE.test(line)) inTable = false
    }
    return { samples, failures: [], warnings: [] }
  },
}

export const zbench = eitherOf(json, table)
