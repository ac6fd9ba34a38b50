// JMH, -rf json (https://github.com/openjdk/jmh): every fork is a process of its own with a measurement per iteration. A
// benchmark that throws is not in the file: only the standard output shows it.
import { InputError, type Sample } from '../../model/index.ts'
import { betterDirection } from '../direction.ts'
import { type Parameters, type Parsed, type ParsedFailure, warningOf, withParameters } from '../format.ts'
import { jsonFormat } from '../json/own-documents.ts'
import { asText, isObject, type JsonObject, listOf, numberAt, objectOf, shown } from '../json/shape.ts'

const HINT = 'run it with -rf json -rff FILE and give FILE as the results'

const METRICS = new Map([
  ['thrpt', 'throughput'],
  ['avgt', 'time'],
  ['sample', 'sampled-time'],
  ['ss', 'single-shot-time'],
])

/** Metrics by mode, and those of profilers whose unit tells the good direction. */
export const jmh = jsonFormat({
  name: 'jmh',
  title: 'JMH -rf json',
  perProcess: true,
  inOrder: true,
  keys: ['jmhVersion', 'primaryMetric'],
  hint: HINT,
  read: (results, source) => parseResults(results, source, HINT),
  failuresIn,
})

const FAILED =
  /<failure(?:: (?<why>[^\n<]*))?>(?:\s+(?<thrown>[\w$.]+(?:: [^\n]*)?))?|<(?<exit>forked VM failed with [^\n<>]*)>/

/** JMH prints a head for each benchmark with its parameters, and below it what happened to it. */
function failuresIn(stdout: string): ParsedFailure[] {
  const sections = stdout.replaceAll('\r\n', '\n').split(/^# JMH version: /m)
  return sections.flatMap((section): ParsedFailure[] => {
    const failed = FAILED.exec(section)?.groups
    const benchmark = /^# Benchmark: (.*)$/m.exec(section)?.[1]
    if (!failed || benchmark === undefined) return []
    const printed = /^# Parameters: \((.*)\)$/m.exec(section)?.[1] ?? ''
    const given = [...printed.matchAll(/\b(\w+) = (.*?)(?=, \w+ = |$)/g)]
    const params = Object.fromEntries(given.map(([, name, value]) => [name, value]))
    const threads = Number(/^# Threads: (\d+)/m.exec(section)?.[1])
    const reason = failed.thrown ?? failed.why ?? failed.exit ?? 'JMH printed <failure>'
    return [{ name: withParameters(benchmark, parametersOf({ params, threads })), reason, quotes: true }]
  })
}

/** Reads a list of results as JMH writes them; other tools write such lists, too. Throws an InputError with the hint. */
export function parseResults(document: unknown, source: string, hint: string): Parsed {
  const results = listOf(document, source, hint)
  const reading = { leftOut: new Set<string>(), modes: modesOf(results), hint }
  const samples = results.flatMap((result, i) => samplesOf(result, `${source}: [${i}]`, reading))
  const said =
    'metrics beside the score left out (of profilers, of counters or of the methods of a group), ' +
    'the unit does not say whether lower or higher is better, or they are not finite numbers:'
  return { samples, failures: [], warnings: warningOf('jmh-metric-left-out', said, reading.leftOut) }
}

/** Sorted by name, as the order of @Param fields says nothing. Threads are among them where there are several. */
function parametersOf({ params, threads }: JsonObject): Parameters {
  const given = Object.entries(objectOf(params)).sort(([a], [b]) => (a < b ? -1 : 1))
  const parameters = given.map(([name, value]) => [name, asText(value)] as const)
  return typeof threads === 'number' && threads > 1 ? [...parameters, ['threads', `${threads}`]] : parameters
}

type Reading = { leftOut: Set<string>; modes: Map<string, Set<unknown>>; hint: string }

/** The modes of each benchmark. With several, the metrics of profilers are measured in each of them. */
function modesOf(results: unknown[]): Reading['modes'] {
  const modes: Reading['modes'] = new Map()
  for (const result of results) {
    if (!isObject(result) || typeof result.benchmark !== 'string') continue
    const name = withParameters(result.benchmark, parametersOf(result))
    modes.set(name, (modes.get(name) ?? new Set()).add(result.mode))
  }
  return modes
}

function samplesOf(result: unknown, where: string, { leftOut, modes, hint }: Reading): Sample[] {
  if (!isObject(result) || typeof result.benchmark !== 'string')
    throw new InputError(`${where} has no benchmark; ${hint}`)
  const { benchmark, mode, primaryMetric, secondaryMetrics } = result
  const name = withParameters(benchmark, parametersOf(result))
  const metric = METRICS.get(typeof mode === 'string' ? mode : '')
  if (metric === undefined)
    throw new InputError(
      `${where} (${name}): the mode ${shown(mode)} is not known; known are ${[...METRICS.keys()].join(', ')}`,
    )
  const primary = scoresOf(primaryMetric, `${where} (${name})`, hint)
  const better = betterDirection(primary.unit)
  if (better === null)
    throw new InputError(
      `${where} (${name}): the unit ${shown(primary.unit)} does not say what is better; known are times per operation, and operations per time`,
    )
  const suffix = (modes.get(name)?.size ?? 1) > 1 ? ` (${mode})` : ''
  return [
    { name, metric, unit: primary.unit, better, runs: primary.forks },
    ...(isObject(secondaryMetrics) ? profiled(name, secondaryMetrics, { leftOut, suffix, hint }) : []),
  ]
}

/** A profiler may lack a value for an iteration, or for a whole fork. */
const isMeasured = (fork: number[]) =>
  fork.length > 0 && fork.every(value => Number.isFinite(value) && value >= 0)

/**
 * Profilers report all kinds of values: a metric that cannot be read is left out and named. So are rates, since the
 * rate of allocation is no throughput.
 */
function profiled(
  name: string,
  metrics: JsonObject,
  { leftOut, suffix, hint }: { leftOut: Set<string>; suffix: string; hint: string },
): Sample[] {
  return Object.entries(metrics).flatMap(([key, scores]): Sample[] => {
    const metric = `${key.replace(/^·/, '')}${suffix}`
    try {
      const { unit, forks } = scoresOf(scores, name, hint)
      const better = betterDirection(unit)
      if (better === 'lower' && forks.every(isMeasured)) {
        return [{ name, metric, unit, better, runs: forks }]
      }
    } catch (error) {
      if (!(error instanceof InputError)) throw error
    }
    leftOut.add(metric)
    return []
  })
}

/** In mode `sample` an iteration is a histogram of `[value, count]`: its mean is the measurement. */
function histogramMean(histogram: unknown, where: string): number {
  if (!Array.isArray(histogram) || histogram.length === 0)
    throw new InputError(`${where} is ${shown(histogram)}, expected a histogram`)
  let [sum, total] = [0, 0]
  for (const bin of histogram) {
    const [value, count] = Array.isArray(bin) ? bin : []
    sum += numberAt(value, `${where}: a value`) * numberAt(count, `${where}: a count`)
    total += count
  }
  return sum / total
}

function scoresOf(scores: unknown, where: string, hint: string): { unit: string; forks: number[][] } {
  if (!isObject(scores) || typeof scores.scoreUnit !== 'string')
    throw new InputError(`${where} has no scores with a unit; ${hint}`)
  const { rawData, rawDataHistogram, scoreUnit: unit } = scores
  const [forks, read] = Array.isArray(rawDataHistogram)
    ? [rawDataHistogram, histogramMean]
    : [rawData, numberAt]
  if (!Array.isArray(forks) || !forks.every(Array.isArray))
    throw new InputError(`${where} has no raw data; run it without -Djmh.json.rawData=false`)
  // JMH counts time per operation and operations per time: us/op is the unit of a time.
  return {
    unit,
    forks: forks.map((fork: unknown[], f) =>
      fork.map((value, i) => read(value, `${where}: fork ${f + 1}, iteration ${i + 1}`)),
    ),
  }
}
