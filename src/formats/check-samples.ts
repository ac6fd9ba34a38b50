// Checks every parsed result before anything is computed from it: canonical units, only numbers that can be
// measurements, only names that can be stored and read back. The first fault is refused: somebody has to look at that
// benchmark.
import { InputError, longest, type Sample } from '../model/index.ts'
import { type CanonicalUnit, canonicalUnit } from '../units.ts'
import type { Parsed } from './format.ts'
import { shown } from './json/shape.ts'
import { nameTwice } from './output-problems.ts'

/**
 * The same result in canonical units (ns, B, …; lists that need no conversion are shared, not copied). Throws an
 * InputError that names source, benchmark, metric, run and position. It refuses a value that is not a finite,
 * non-negative number, and an empty run, benchmark or result. It also refuses a name that is missing or too long, the
 * same name and metric twice, and a metric with two directions.
 */
export function checkSamples(parsed: Parsed, source: string): Parsed {
  if (parsed.samples.length === 0 && parsed.failures.length === 0)
    throw new InputError(`${source}: ${whyNothing(parsed)}`)
  assertNames(parsed, source)
  assertUnique(parsed.samples, source)
  assertOneDirection(parsed.samples, source)
  const units = new Map<string, CanonicalUnit>()
  const samples = parsed.samples.map(sample => converted(sample, units, source))
  assertLengths(samples, source)
  return { ...parsed, samples }
}

/** What was left out is the reason where there is nothing else. */
function whyNothing({ warnings }: Parsed): string {
  const leftOut = warnings.filter(({ code }) =>
    /-(?:left-out|skipped|direction-unknown)$|^counter-/.test(code),
  )
  if (leftOut.length === 0) return 'no benchmarks in it; did the command select any?'
  const said = leftOut.map(({ message }) => message).join('; ')
  return `no benchmarks in it that can be judged: ${said}; nothing else is in it`
}

function assertNames({ samples, failures }: Parsed, source: string): void {
  for (const [what, all] of Object.entries({ entry: samples, failure: failures })) {
    const at = all.findIndex(({ name }) => name.trim() === '')
    if (at !== -1) throw new InputError(`${source}: ${what} ${at + 1} has an empty name; name the benchmark`)
  }
  const metric = samples.find(each => each.metric.trim() === '')
  if (metric)
    throw new InputError(
      `${source}: benchmark ${quoted(metric.name)} has an empty metric name; name the metric`,
    )
}

function assertLengths(samples: Sample[], source: string): void {
  for (const sample of samples) {
    for (const [field, what] of [
      ['name', 'name'],
      ['metric', 'metric name'],
      ['unit', 'unit'],
    ] as const) {
      const { length } = sample[field]
      if (length <= longest[field]) continue
      const metric = field === 'unit' ? `, metric ${shown(sample.metric)}` : ''
      throw new InputError(
        `${source}: benchmark ${shown(sample.name)}${metric}: its ${what} is too long: ${length} characters, at most ` +
          `${longest[field]} are stored; shorten it`,
      )
    }
  }
}

function assertUnique(samples: Sample[], source: string): void {
  const metricsOf = new Map<string, Set<string>>()
  for (const { name, metric } of samples) {
    const metrics = metricsOf.get(name) ?? new Set()
    if (metrics.has(metric)) throw nameTwice(source, name, metric)
    metricsOf.set(name, metrics.add(metric))
  }
}

function assertOneDirection(samples: Sample[], source: string): void {
  const first = new Map<string, Sample>()
  for (const sample of samples) {
    const known = first.get(sample.metric) ?? sample
    first.set(sample.metric, known)
    if (known.better !== sample.better)
      throw new InputError(
        `${source}: metric ${quoted(sample.metric)}: ${known.better} is better for ${quoted(known.name)}, ` +
          `but ${sample.better} is better for ${quoted(sample.name)}; use one direction, or two metrics`,
      )
  }
}

/** `units` keeps what is known: a large output has few. */
function converted(sample: Sample, units: Map<string, CanonicalUnit>, source: string): Sample {
  const known = units.get(sample.unit) ?? canonicalUnit(sample.unit)
  units.set(sample.unit, known)
  const { unit, factor } = known
  assertMeasurements(sample, factor, source)
  if (factor === 1) return unit === sample.unit ? sample : { ...sample, unit }
  return { ...sample, unit, runs: sample.runs.map(run => run.map(value => value * factor)) }
}

/** NaN fails both comparisons; converted, because 1e300 s are too many ns. */
function isMeasurement(value: number, factor: number): boolean {
  return typeof value === 'number' && value >= 0 && value * factor <= Number.MAX_VALUE
}

function assertMeasurements({ name, metric, runs }: Sample, factor: number, source: string): void {
  const where = () => `${source}: benchmark ${quoted(name)}, metric ${quoted(metric)}`
  if (runs.length === 0) throw new InputError(`${where()}: has no runs; leave it out, or run it`)
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index] as number[]
    if (run.length === 1 && isMeasurement(run[0] as number, factor)) continue
    if (run.length === 0)
      throw new InputError(
        `${where()}, run ${index + 1}: holds no measurements; leave it out, or run it again`,
      )
    const wrong = run.findIndex(value => !isMeasurement(value, factor))
    if (wrong === -1) continue
    throw new InputError(
      `${where()}, run ${index + 1}, measurement ${wrong + 1}: is ${String(run[wrong])}, which is not a finite, ` +
        'non-negative number; correct the benchmark or leave the metric out',
    )
  }
}

const quoted = (text: string): string => JSON.stringify(text)
