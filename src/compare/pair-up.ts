// Finds for each benchmark and metric its samples on both sides.
import type { Policy, Sample, Session, Warning } from '../model.ts'
import { type RowSettings, rowSettings } from './row-settings.ts'
import { type Found, sameMeaning } from './same-meaning.ts'

export type Pair = {
  entry: Pick<Sample, 'name' | 'metric' | 'unit' | 'better'>
  gates: boolean
  settings: RowSettings
  /** One per session; null where a session has no such entry, or none that can be compared. */
  baselines: (Sample | null)[]
  candidates: (Sample | null)[]
  /** Why the candidate's entry cannot be compared, null where nothing speaks against it. */
  notComparable: string | null
  /** Names the sessions that are left out. */
  warnings: Warning[]
}

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

/**
 * One pair per benchmark and metric of any side, the baseline's order first. Sessions are the newest first: what older
 * ones contradict the newest in is left out, and what the sides contradict each other in is told; see same-meaning.ts.
 */
export function pairUp(baselines: Session[], candidates: Session[], policy: Policy): Pair[] {
  const stored = baselines.map(indexed)
  const measured = candidates.map(indexed)
  const primary = primaryKeys([...baselines, ...candidates])
  const keys = new Set([...stored, ...measured].flatMap(index => [...index.keys()]))
  return [...keys].map(key => {
    const [name, metric] = JSON.parse(key) as [string, string]
    const settings = rowSettings(policy, name, metric)
    const gates = settings.gate ?? primary.has(key)
    const of = (side: Map<string, Found>[]) => side.map(index => index.get(key) ?? null)
    const { entry, ...comparable } = sameMeaning(of(stored), of(measured), { gates, better: settings.better })
    const { unit, better } = entry
    return {
      entry: { name, metric, unit, better: settings.better ?? better },
      gates,
      settings,
      ...comparable,
    }
  })
}
