// Rows that no test can be made for: new, removed, failed, not comparable.
import type { Failure, Policy, Row, Session } from '../model.ts'
import type { Pair } from './pair-up.ts'
import { emptyRow, type Values } from './row.ts'
import { rowSettings } from './row-settings.ts'

/** What is known before any test: why rows without a baseline have none, and which benchmarks failed. */
export type Known = { notComparable: string | null; failures: Map<string, string> }

/** A pair with one side only, or with sides that cannot be compared; null for a pair that can be tested. */
export function unpairedRow(pair: Pair, values: Values, { notComparable, failures }: Known): Row | null {
  const [inBaseline, inCandidate] = [pair.baselines, pair.candidates].map(side =>
    side.some(each => each !== null),
  )
  if (inBaseline && inCandidate) return null
  const row = emptyRow(pair, values)
  const failure = failures.get(pair.entry.name)
  if (failure !== undefined) return { ...row, verdict: 'failed', reason: failure }
  if (pair.notComparable !== null) return { ...row, verdict: 'not-comparable', reason: pair.notComparable }
  if (!inCandidate) return { ...row, verdict: 'removed', reason: 'the candidate has no such entry' }
  if (notComparable !== null) return { ...row, verdict: 'not-comparable', reason: notComparable }
  return { ...row, verdict: 'new', reason: 'the baseline has no such entry' }
}

type Told = [name: string, reason: string]

const told = (side: string, failures: Failure[]): Told[] =>
  failures.map(({ name, reason }) => [name, `${side}: ${reason}`])

const namesIn = (sessions: Session[]) =>
  new Set(sessions.flatMap(session => session.benchmarks.map(sample => sample.name)))

/** Of sessions of which nothing is known, none is held to be an attempt of the other. */
const onMachineOf =
  ({ testbed }: Session) =>
  (other: Session) =>
    testbed !== null && testbed.fingerprint === other.testbed?.fingerprint

/** The failures of the session at `index` that no newer attempt on the same machine has put right. */
function standing(candidates: Session[], index: number): Failure[] {
  const session = candidates[index] as Session
  const measured = namesIn(candidates.slice(0, index).filter(onMachineOf(session)))
  return session.failures.filter(({ name }) => !measured.has(name))
}

/**
 * Why benchmarks failed, by name, in the newest session where it failed; sessions are the newest first. One of several
 * stored sessions that failed to measure a benchmark does not count when another one measured it; one of several
 * candidates, when a newer one on the same machine did.
 */
export function failuresOf(baselines: Session[], candidates: Session[]): Map<string, string> {
  const stored = baselines.flatMap(session => told('baseline', session.failures))
  const measured = namesIn(baselines)
  const missing = baselines.length > 1 ? stored.filter(([name]) => !measured.has(name)) : stored
  const failed = candidates.flatMap((_, i) => told('candidate', standing(candidates, i)))
  return new Map([...missing.reverse(), ...failed.reverse()])
}

/** Failures that no row shows yet: the benchmark has no entry at all, or other entries of it were measured. */
export function failedRows(failures: Map<string, string>, rows: Row[], policy: Policy): Row[] {
  const shown = new Set(rows.filter(row => row.verdict === 'failed').map(row => row.benchmark))
  const missing = [...failures].filter(([name]) => !shown.has(name))
  return missing.map(([name, reason]) => {
    const entry = { name, metric: '', unit: '', better: 'lower' as const }
    const settings = rowSettings(policy, name, '')
    const nothing = { baselines: [], candidates: [] }
    const row = emptyRow(
      { entry, gates: true, settings, ...nothing, notComparable: null, warnings: [] },
      nothing,
    )
    return { ...row, verdict: 'failed', reason }
  })
}
