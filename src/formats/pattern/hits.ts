// Turns the matches of a pattern into samples. Measurements of one name belong to one benchmark.
import { InputError, type Sample } from '../../model/index.ts'
import { canonicalUnit } from '../../units.ts'
import { betterDirection, metricNameOf } from '../direction.ts'
import type { Parsed } from '../format.ts'
import { shown } from '../json/shape.ts'

/** How to read the output of a tool that has no format of its own. */
export type Pattern = {
  /** A regular expression with named groups, or a JSON path; which of them, its first character says. */
  text: string
  /** The unit of numbers without one; '' where there is none. */
  unit: string
  better: 'lower' | 'higher' | 'auto'
}

/** One match. `where` is its place in the output. */
export type Hit = { name?: string; metric?: string; unit?: string; values: number[]; where: string }

/** In canonical units, so that 900 us and 1.2 ms are measurements of one benchmark. */
function measured(hit: Hit, { unit: fixed, better: given }: Pattern): Sample {
  const { where } = hit
  const name = hit.name?.trim() ?? 'benchmark'
  const { unit, factor } = canonicalUnit(hit.unit?.trim() || fixed)
  const better = given === 'auto' ? betterDirection(unit) : given
  if (better === null) {
    const what = unit === '' ? 'there is no unit, so nothing says' : `the unit ${shown(unit)} does not say`
    const remedy = `set pattern-better to lower or higher${unit === '' ? ', or pattern-unit' : ''}`
    throw new InputError(`${where}: ${what} whether less of '${name}' is better; ${remedy}`)
  }
  const metric = hit.metric?.trim() ?? metricNameOf(unit, better)
  return { name, metric, unit, better, runs: [hit.values.map(value => value * factor)] }
}

/** Throws an InputError where nothing says which direction is good, or where units of one benchmark differ. */
export function parsedHits(hits: Hit[], pattern: Pattern): Parsed {
  const samples = new Map<string, Sample>()
  for (const hit of hits) {
    const sample = measured(hit, pattern)
    const key = JSON.stringify([sample.name, sample.metric])
    const known = samples.get(key)
    if (known === undefined) {
      samples.set(key, sample)
      continue
    }
    if (known.unit !== sample.unit)
      throw new InputError(
        `${hit.where}: '${known.name}' is in ${shown(sample.unit)}, above in ${shown(known.unit)}`,
      )
    for (const value of sample.runs[0] ?? []) known.runs[0]?.push(value)
  }
  return { samples: [...samples.values()], failures: [], warnings: [] }
}
