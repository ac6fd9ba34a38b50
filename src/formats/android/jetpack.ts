// Jetpack Benchmark and Macrobenchmark of Android, *-benchmarkData.json
// (https://developer.android.com/topic/performance/benchmarking/benchmarking-in-ci): the runs of each metric, all of one process.
import { InputError, type Sample, type Warning } from '../../model/index.ts'
import { type Format, firstTen, type Parsed } from '../format.ts'
import { parsedDocuments } from '../json/own-documents.ts'
import { hasKey, isObject, type JsonObject, numberAt, objectsAt, shown } from '../json/shape.ts'
import { withParameters } from '../parameters.ts'

const HINT = 'give the file *-benchmarkData.json'

const recognises = (text: string) =>
  ['context', 'benchmarks', 'totalRunTimeNs', 'metrics'].every(key => hasKey(text, key))

export const jetpack: Format = {
  name: 'jetpack-benchmark',
  title: 'Jetpack Benchmark (Android)',
  recognises,
  parse: (text, source) => parsedDocuments(text, source, { recognises, hint: HINT }, parse),
}

/** `timeNs`, `timeToInitialDisplayMs`, `memoryRssAnonMaxKb`; counts of allocations have no unit. */
function unitOf(metric: string): string | null {
  const unit = /(Ns|Us|Ms|Bytes|Kb|Count)$/.exec(metric)?.[1]
  return unit === undefined ? null : unit === 'Count' ? '' : unit === 'Kb' ? 'KiB' : unit.toLowerCase()
}

function parse(document: unknown, source: string): Parsed {
  const leftOut = new Set<string>()
  const samples = objectsAt(document, 'benchmarks', source, HINT).flatMap((benchmark, i): Sample[] => {
    const where = `${source}: benchmarks[${i}]`
    const name = nameOf(benchmark, where)
    if (!isObject(benchmark.metrics))
      throw new InputError(`${where} (${name}): metrics is ${shown(benchmark.metrics)}; ${HINT}`)
    return Object.entries(benchmark.metrics).flatMap(([metric, found]): Sample[] => {
      const unit = unitOf(metric)
      if (unit === null) leftOut.add(metric)
      const runs = isObject(found) ? found.runs : undefined
      if (unit === null) return []
      if (!Array.isArray(runs)) throw new InputError(`${where} (${name}): ${metric} has no runs; ${HINT}`)
      const values = runs.map(value => numberAt(value, `${where} (${name}): ${metric}`))
      const known = metric === 'timeNs' ? 'time' : metric
      return [{ name, metric: known, unit, better: 'lower', runs: [values] }]
    })
  })
  const message = `metrics left out, nothing says whether lower or higher is better: ${firstTen(leftOut)}`
  const warnings: Warning[] = leftOut.size === 0 ? [] : [{ code: 'jetpack-metric-left-out', message }]
  return { samples, failures: [], warnings }
}

function nameOf({ name, className, params }: JsonObject, where: string): string {
  if (typeof name !== 'string') throw new InputError(`${where}: the name is ${shown(name)}; ${HINT}`)
  const parameters = Object.entries(isObject(params) ? params : {}).map(
    ([key, value]) => [key, String(value)] as [string, string],
  )
  return withParameters(typeof className === 'string' ? `${className}.${name}` : name, parameters)
}
