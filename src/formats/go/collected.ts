// The results of an output as they are read: a benchmark keeps its runs, not its lines, of which there may be many.
import type { Better } from '../../model/index.ts'
import type { GoValues } from './result-line.ts'

/** A name as printed. `suffixed`: go test appends GOMAXPROCS at this place of its output. */
export type GoName = { pkg: string | null; name: string; suffixed: boolean }

/** The measurements of a benchmark in one unit, run by run; `last` is the process of the newest one. */
type GoSeries = { unit: string; runs: number[][]; last: number }

type GoBenchmark = GoName & { series: GoSeries[] }

/** Failures with an empty name are those of the package; `announced` holds the keys of names printed by -v. */
export type GoLog = {
  /** In the order of their first lines. */
  results: GoBenchmark[]
  /** The same by package, then by name as printed. */
  benchmarks: Map<string | null, Map<string, GoBenchmark>>
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

function benchmarkOf({ benchmarks, results }: GoLog, pkg: string | null, name: string): GoBenchmark {
  const ofPackage = benchmarks.get(pkg) ?? new Map<string, GoBenchmark>()
  const known = ofPackage.get(name)
  if (known) return known
  const added = { pkg, name, suffixed: true, series: [] }
  benchmarks.set(pkg, ofPackage.set(name, added))
  results.push(added)
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
export function addResult(log: GoLog, pkg: string | null, name: string, { values, units }: GoValues): void {
  const benchmark = benchmarkOf(log, pkg, name)
  for (const [i, unit] of units.entries()) {
    const series = seriesOf(benchmark, unit)
    const value = values[i] as number
    if (series.last === log.ended) series.runs.at(-1)?.push(value)
    else series.runs.push([value])
    series.last = log.ended
  }
}
