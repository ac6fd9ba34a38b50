// go test -bench (https://go.dev/design/14313-benchmark-format), as text or as the events of go test -json. The lines of a
// benchmark between the header of a test binary and its end are measurements of one process, however often -count
// repeats it. Outputs that were appended to one file are of several processes: each is a run.
import type { Sample, Warning } from '../../model/index.ts'
import { type Format, type Parsed, type ParsedFailure, warningOf } from '../format.ts'
import { NO_DIRECTION } from '../output-problems.ts'
import type { GoLog, GoName } from './collected.ts'
import { readGoLog } from './log.ts'
import { withoutRows } from './plain-row.ts'
import { gomaxprocsOf, withoutSuffix } from './reading.ts'
import { isBuiltIn, metricOf, readGoLine } from './result-line.ts'
import { isGoTestJson, textOfGoTestJson } from './test-json.ts'

const RESULT_LINE = /^Benchmark\S*\s+\d+\s+\d\S*\s+\S/m
const HEADER_OR_END = /^(?:goos: \S+|pkg: \S+|PASS|ok {2}\t\S+|FAIL)\s*(?:$|\t)/m
/** Lines that are looked at for a result: enough to pass over output of the program. */
const MOST_LINES = 100

/** Whether a line has a result in a unit of go test itself: without a header or an end, nothing else is unmistakable. */
function hasBareResult(text: string): boolean {
  let left = MOST_LINES
  for (const [line] of text.matchAll(/^Benchmark(?!\p{Ll})\S+[ \t]+\d+[ \t]+\d.*$/gmu)) {
    if (left-- === 0) return false
    const { name, values } = readGoLine(line.trimEnd()) ?? {}
    if (name && values?.units.some(isBuiltIn)) return true
  }
  return false
}

const FAILED_PACKAGE = /^FAIL\t\S+ \[(?:build|setup) failed\]$|^FAIL\t\S+\t[\d.]+s$/m

/** Metrics `time`, `allocated-bytes`, `allocations`, `throughput`, else the unit itself. Names: `pkg.BenchmarkX`. */
export const goBench: Format = {
  name: 'go',
  title: 'go test -bench',
  perProcess: true,
  recognises: text =>
    isGoTestJson(text) ||
    FAILED_PACKAGE.test(text) ||
    (RESULT_LINE.test(text) && HEADER_OR_END.test(text)) ||
    hasBareResult(text),
  withoutOwn: withoutRows,
  parse,
}

function parse(text: string, source: string): Parsed {
  const log = readGoLog(isGoTestJson(text) ? textOfGoTestJson(text, source) : text, source)
  const suffix = gomaxprocsOf([...log.results, ...log.failures], log.announced)
  const nameOf = (named: GoName) => namesOf(named, suffix)
  const failures = failuresOf(log, nameOf)
  const failed = new Set(failures.map(failure => failure.name))
  const unknown = new Set<string>()
  const samples = samplesOf(log, nameOf, unknown).filter(({ name }) => !failed.has(name))
  const warnings = [
    ...unknownUnits(unknown),
    ...warningOf(
      'go-skipped',
      'benchmarks that skipped themselves:',
      log.skipped.map(each => nameOf(each).name),
    ),
    ...nameless(log.nameless),
    ...warningOf(
      'go-no-end',
      'the output of',
      log.endless,
      ' ends without PASS or FAIL: benchmarks may be missing',
    ),
  ]
  return { samples, failures, warnings }
}

/** The name with its package where there is one: a second package must not rename the benchmarks of the first. */
const scoped = (pkg: string | null, name: string): string => (pkg === null ? name : `${pkg}.${name}`)

/** The name, and the printed one where the suffix is gone: the other side of a comparison may show that it was no suffix. */
type Names = { name: string; printed?: string }

function namesOf({ pkg, ...named }: GoName, suffix: string): Names {
  const name = withoutSuffix({ pkg, ...named }, suffix)
  return {
    name: scoped(pkg, name),
    ...(name !== named.name && { printed: scoped(pkg, named.name) }),
  }
}

/** Time gates wherever it is reported: Go prints it first, other writers of the format may not. */
const rank = (sample: Sample) => (sample.metric === 'time' ? 0 : 1)

function samplesOf(log: GoLog, nameOf: (named: GoName) => Names, unknown: Set<string>): Sample[] {
  return log.results.flatMap(benchmark => {
    const names = nameOf(benchmark)
    const samples = benchmark.series.flatMap(({ unit, runs }): Sample[] => {
      const known = metricOf(unit, log.directions)
      if (known === null) unknown.add(unit)
      return known === null ? [] : [{ ...names, metric: known.metric, better: known.better, unit, runs }]
    })
    return samples.sort((a, b) => rank(a) - rank(b))
  })
}

/** The failures, each with its first reason. A benchmark that failed because a sub-benchmark did is left out. */
function failuresOf(log: GoLog, nameOf: (named: GoName) => Names): ParsedFailure[] {
  const reasons = new Map<string, Names & { reason: string }>()
  const parents = new Set<string>()
  for (const { pkg, name, suffixed, reason } of log.failures) {
    const names = name === '' ? { name: pkg ?? 'go test' } : nameOf({ pkg, name, suffixed })
    if (!reasons.has(names.name)) reasons.set(names.name, { ...names, reason })
    if (name.includes('/')) parents.add(scoped(pkg, name.slice(0, name.lastIndexOf('/'))))
  }
  return [...reasons.values()]
    .filter(({ name }) => !parents.has(name))
    .map(failure => ({ ...failure, quotes: true }))
}

function unknownUnits(units: Set<string>): Warning[] {
  const remedy = `; print a line such as "Unit ${[...units][0]} better=higher" with the results`
  return warningOf('go-direction-unknown', `Go metrics left out, ${NO_DIRECTION}:`, units, remedy)
}

function nameless(lines: number): Warning[] {
  if (lines === 0) return []
  const message = `lines of results left out, since no name stands before their numbers: ${lines}; did the program print over it?`
  return [{ code: 'go-nameless', message }]
}
