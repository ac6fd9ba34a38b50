// The history that github-action-benchmark keeps (https://github.com/benchmark-action/github-action-benchmark): `data.js` of
// its page, or the same without `window.BENCHMARK_DATA =` where it has external-data-json-path. One number per benchmark.

import { betterDirection, metricNameOf } from '../../formats/direction.ts'
import { isObject, type JsonObject, objectsAt, shown } from '../../formats/json/shape.ts'
import { tolerantJson } from '../../formats/json/tolerant.ts'
import { NO_DIRECTION } from '../../formats/output-problems.ts'
import { InputError, longest, type Sample } from '../../model/index.ts'
import { canonicalUnit } from '../../units.ts'
import { timeOf } from './origin.ts'
import { type ImportedPoint, NO_AMOUNT } from './point.ts'

const HINT =
  'give it the data.js of the branch that the page is made of, or the file of external-data-json-path'
const OPENING = /^\s*(?:window\.BENCHMARK_DATA\s*=|\{\s*"lastUpdate"\s*:)/

/** The tools for which more, or less, is better there. A unit with a known direction counts first. */
const BIGGER = ['benchmarkjs', 'pytest', 'customBiggerIsBetter']
const SMALLER = ['cargo', 'go', 'googlecpp', 'catch2', 'julia', 'jmh', 'benchmarkdotnet', 'benchmarkluau']

function betterOf(tool: string, unit: string): Sample['better'] | null {
  if (tool === 'customBiggerIsBetter') return 'higher'
  if (tool === 'customSmallerIsBetter') return 'lower'
  const said = betterDirection(unit)
  if (said !== null) return said
  if (BIGGER.includes(tool)) return 'higher'
  return SMALLER.includes(tool) ? 'lower' : null
}

/** `leftOut` has the reason for each benchmark that cannot be used. */
type ImportedFile = { points: ImportedPoint[]; leftOut: string[]; repository: string | null }

export const isDataJs = (text: string) => OPENING.test(text.slice(0, 200))

/** The unit of a result. Older versions wrote the rest of a line of `go test` as the unit: its first metric counts. */
const unitOf = (unit: unknown) => (typeof unit === 'string' ? (unit.split('\t')[0] ?? '').trim() : '')

function sampleOf(bench: unknown, tool: string): Sample | string {
  if (!isObject(bench) || typeof bench.name !== 'string' || bench.name.trim() === '') return 'has no name'
  const value =
    typeof bench.value === 'string' ? Number(bench.value.replaceAll(',', '') || Number.NaN) : bench.value
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    return `${bench.name} is ${shown(bench.value)}, ${NO_AMOUNT}`
  }
  const given = unitOf(bench.unit)
  const better = betterOf(tool, given)
  if (better === null) return `${bench.name}: ${NO_DIRECTION} in ${shown(given)}`
  const { unit, factor } = canonicalUnit(given)
  if (unit.length > longest.unit) return `${bench.name}: its unit has more than ${longest.unit} characters`
  return { name: bench.name, metric: metricNameOf(unit, better), unit, better, runs: [[value * factor]] }
}

type SuiteEntry = { suite: string; entry: JsonObject; where: string }

function pointOf({ suite, entry, where }: SuiteEntry, leftOut: string[]): ImportedPoint[] {
  const { commit, date, tool, benches } = entry
  const known = isObject(commit) ? commit : {}
  const when = timeOf(date) ?? timeOf(known.timestamp)
  if (when === null) throw new InputError(`${where} has no date; ${HINT}`)
  if (!Array.isArray(benches))
    throw new InputError(`${where}: benches is ${shown(benches)}, expected a list; ${HINT}`)
  const samples = new Map<string, Sample>()
  for (const [i, bench] of benches.entries()) {
    const sample = sampleOf(bench, typeof tool === 'string' ? tool : '')
    const place = `${where}.benches[${i}]`
    if (typeof sample === 'string') leftOut.push(`${place}: ${sample}`)
    else if (samples.has(sample.name)) leftOut.push(`${place}: ${sample.name} is there twice`)
    else samples.set(sample.name, suite === '' ? sample : { ...sample, name: `${suite}/${sample.name}` })
  }
  if (samples.size === 0) return []
  const id = typeof known.id === 'string' ? known.id : null
  const origin = { tool: 'github-action-benchmark', machine: 'imported', commit: id, date: when }
  return [{ source: where, ...origin, benchmarks: [...samples.values()] }]
}

/** Every result; names begin with that of their entry where there are several. Throws an InputError for any other file. */
export function readDataJs(text: string, source: string): ImportedFile {
  const document = tolerantJson(text.slice(text.indexOf('{')), source, HINT)
  const entries = isObject(document) ? document.entries : undefined
  if (!isObject(entries)) throw new InputError(`${source}: has no entries; ${HINT}`)
  const names = Object.keys(entries)
  const leftOut: string[] = []
  const points = names.flatMap(name =>
    objectsAt(entries, name, `${source}: entries`, HINT).flatMap((entry, i) => {
      const where = `${source}: entries[${JSON.stringify(name)}][${i}]`
      return pointOf({ suite: names.length > 1 ? name : '', entry, where }, leftOut)
    }),
  )
  const url = isObject(document) ? document.repoUrl : null
  return { points, leftOut, repository: typeof url === 'string' && /^https:\/\/\S+$/.test(url) ? url : null }
}
