// Finds for each benchmark and metric its samples on both sides. Refuses what cannot mean the same thing.
import { InputError, type Policy, type Sample, type Session } from '../model.ts'
import { isTime } from '../units.ts'
import { type RowSettings, rowSettings } from './row-settings.ts'

export type Pair = {
  entry: Pick<Sample, 'name' | 'metric' | 'unit' | 'better'>
  gates: boolean
  settings: RowSettings
  /** One per session; null where a session has no such entry. */
  baselines: (Sample | null)[]
  candidates: (Sample | null)[]
}

type Found = { sample: Sample; source: string }

const keyOf = (sample: Sample) => JSON.stringify([sample.name, sample.metric])

function indexed(session: Session): Map<string, Found> {
  return new Map(session.benchmarks.map(sample => [keyOf(sample), { sample, source: session.source }]))
}

/** The first metric each benchmark lists, as the baseline lists them: the candidate must not choose what gates. */
function primaryKeys(sessions: Session[]): Set<string> {
  const primary = new Map<string, string>()
  for (const sample of sessions.flatMap(session => session.benchmarks)) {
    if (!primary.has(sample.name)) primary.set(sample.name, keyOf(sample))
  }
  return new Set(primary.values())
}

function assertSameMeaning(one: Found, other: Found): void {
  for (const field of ['unit', 'better'] as const) {
    if (one.sample[field] === other.sample[field]) continue
    const { name, metric } = one.sample
    const said = ({ sample, source }: Found) =>
      `${field === 'unit' ? `in ${sample.unit || 'no unit'}` : `better ${sample.better}`} in ${source}`
    throw new InputError(
      `${name} (${metric}) is ${said(one)} and ${said(other)}: both sides must say the same; correct one of them, or ` +
        'give the metric another name',
    )
  }
}

function assertClockSaw({ sample, source }: Found): void {
  const run = isTime(sample.unit) ? sample.runs.findIndex(values => values.includes(0)) : -1
  if (run < 0) return
  throw new InputError(
    `${source}: ${sample.name} (${sample.metric}): run ${run + 1} holds a time of 0, which the clock did not see; ` +
      'measure more iterations at a time',
  )
}

/**
 * One pair per benchmark and metric of any side, the baseline's order first. Throws an InputError when the sides
 * differ in unit or direction, or when a time that gates is zero.
 */
export function pairUp(baselines: Session[], candidates: Session[], policy: Policy): Pair[] {
  const stored = baselines.map(indexed)
  const measured = candidates.map(indexed)
  const primary = primaryKeys([...baselines, ...candidates])
  const keys = new Set([...stored, ...measured].flatMap(index => [...index.keys()]))
  return [...keys].map(key => {
    const found = [...stored, ...measured].map(index => index.get(key)).filter(each => each !== undefined)
    const { name, metric, unit, better } = (found[0] as Found).sample
    const settings = rowSettings(policy, name, metric)
    const gates = settings.gate ?? primary.has(key)
    for (const each of found) {
      assertSameMeaning(found[0] as Found, each)
      if (gates) assertClockSaw(each)
    }
    return {
      entry: { name, metric, unit, better: settings.better ?? better },
      gates,
      settings,
      baselines: stored.map(index => index.get(key)?.sample ?? null),
      candidates: measured.map(index => index.get(key)?.sample ?? null),
    }
  })
}
