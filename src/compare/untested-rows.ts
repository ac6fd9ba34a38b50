// Rows that no test can be made for: new, removed, failed, not comparable.
import type { Policy, Row, Session } from '../model.ts'
import type { Pair } from './pair-up.ts'
import { emptyRow, type Values } from './row.ts'
import { rowSettings } from './row-settings.ts'

/** What is known before any test: why rows without a baseline have none, and which benchmarks failed. */
export type Known = { notComparable: string | null; failures: Map<string, string> }

/** A pair with one side only, or null for a pair that can be tested. */
export function unpairedRow(pair: Pair, values: Values, { notComparable, failures }: Known): Row | null {
  const [inBaseline, inCandidate] = [pair.baselines, pair.candidates].map(side =>
    side.some(each => each !== null),
  )
  if (inBaseline && inCandidate) return null
  const row = emptyRow(pair, values)
  const failure = failures.get(pair.entry.name)
  if (failure !== undefined) return { ...row, verdict: 'failed', reason: failure }
  if (!inCandidate) return { ...row, verdict: 'removed', reason: 'the candidate has no such entry' }
  if (notComparable !== null) return { ...row, verdict: 'not-comparable', reason: notComparable }
  return { ...row, verdict: 'new', reason: 'the baseline has no such entry' }
}

/**
 * Why benchmarks failed, by name. One of several stored sessions that failed to measure a benchmark does not count
 * when another one measured it.
 */
export function failuresOf(baselines: Session[], candidates: Session[]): Map<string, string> {
  const of = (side: string, session: Session) =>
    session.failures.map(({ name, reason }): [string, string] => [name, `${side}: ${reason}`])
  const stored = baselines.flatMap(session => of('baseline', session))
  const measured = new Set(baselines.flatMap(session => session.benchmarks.map(sample => sample.name)))
  const missing = baselines.length > 1 ? stored.filter(([name]) => !measured.has(name)) : stored
  return new Map([...missing, ...candidates.flatMap(session => of('candidate', session))])
}

/** Failures that no row shows yet: the benchmark has no entry at all, or other entries of it were measured. */
export function failedRows(failures: Map<string, string>, rows: Row[], policy: Policy): Row[] {
  const shown = new Set(rows.filter(row => row.verdict === 'failed').map(row => row.benchmark))
  const missing = [...failures].filter(([name]) => !shown.has(name))
  return missing.map(([name, reason]) => {
    const entry = { name, metric: '', unit: '', better: 'lower' as const }
    const settings = rowSettings(policy, name, '')
    const row = emptyRow(
      { entry, gates: true, settings, baselines: [], candidates: [] },
      { baselines: [], candidates: [] },
    )
    return { ...row, verdict: 'failed', reason }
  })
}
