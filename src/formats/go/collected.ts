// The results of an output as they are read: a benchmark keeps its runs, not its lines, of which there may be many.
import type { Better } from '../../model/index.ts'
import type { GoValues } from './result-line.ts'

/** A name as printed. `suffixed`: go test appends GOMAXPROCS at this place of its output. */
export type GoName = { pkg: string | null; name: string; suffixed: boolean }

/** The measurements of a benchmark in one unit, run by run; `last` is the process of the newest one. */
type GoSeries = { unit: string; runs: number[][]; last: number }

/** `aligned` has the series of `units`, those of its last line, in their order. */
export type GoBenchmark = GoName & {
  /** Its place among all results. */
  index: number
  series: GoSeries[]
  units: string[]
  aligned: GoSeries[]
}

/** By package, then by name as printed. */
export type GoBenchmarks = Map<string | null, Map<string, GoBenchmark>>

/** Failures with an empty name are those of the package; `announced` holds the keys of names printed by -v. */
export type GoLog = {
  /** In the order of their first lines. */
  results: GoBenchmark[]
  /** The place among them of the benchmark that was read last; -1 before the first. */
  latest: number
  benchmarks: GoBenchmarks
  failures: (GoName & { reason: string })[]
  announced: Set<string>
  skipped: GoName[]
  directions: Map<string, Better>
  /** How many lines of numbers stand behind no name. */
  nameless: number
  /** Packages that began and whose end is missing. */
  endless: string[]
  /** How many test binaries have ended. */
  ended: number
}

/** The benchmark whose line stood behind the last one's before: a process mostly runs them in the order of the others. */
const expectedResult = ({ results, latest }: GoLog): GoBenchmark | undefined =>
  results[latest + 1] ?? results[0]

function benchmarkOf(log: GoLog, { pkg, name }: Pick<GoName, 'pkg' | 'name'>): GoBenchmark {
  const expected = expectedResult(log)
  if (expected?.name === name && expected.pkg === pkg) return expected
  let ofPackage = log.benchmarks.get(pkg)
  if (ofPackage === undefined) {
    ofPackage = new Map()
    log.benchmarks.set(pkg, ofPackage)
  }
  const known = ofPackage.get(name)
  if (known) return known
  const index = log.results.length
  const added = { pkg, name, suffixed: true, index, series: [], units: [], aligned: [] }
  ofPackage.set(name, added)
  log.results.push(added)
  return added
}

function seriesOf({ series }: GoBenchmark, unit: string): GoSeries {
  const known = series.find(each => each.unit === unit)
  if (known) return known
  const added = { unit, runs: [], last: -1 }
  series.push(added)
  return added
}

/** Adds the values of a line to the runs of its benchmark. `log.ended` is the number of its process. */
export function addResult(
  log: GoLog,
  named: Pick<GoName, 'pkg' | 'name'>,
  { values, units }: GoValues,
): void {
  const benchmark = benchmarkOf(log, named)
  log.latest = benchmark.index
  const before = benchmark.units
  if (before.length !== units.length || units.some((unit, i) => unit !== before[i])) {
    benchmark.units = units
    benchmark.aligned = units.map(unit => seriesOf(benchmark, unit))
  }
  for (let i = 0; i < values.length; i++) {
    const [series, value] = [benchmark.aligned[i] as GoSeries, values[i] as number]
    if (series.last === log.ended) series.runs.at(-1)?.push(value)
    else series.runs.push([value])
    series.last = log.ended
  }
}
