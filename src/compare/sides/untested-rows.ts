// Rows that no test can be made for: new, removed, failed, not comparable.
import type { Failure, Policy, Row, Session, Verdict, Waiver } from '../../model/index.ts'
import type { ComparisonRequest } from '../comparison-request.ts'
import { emptyRow, type Values } from '../row.ts'
import { missingFailureOf, waiverFor } from '../verdict/failing.ts'
import { rowSettings } from '../verdict/row-settings.ts'
import { lostBlock } from './lost-block.ts'
import { onMachineOf } from './on-machine-of.ts'
import { currentSessions, type Pair } from './pair-up.ts'

/** What is known before any test: why rows without a baseline have none, and which benchmarks failed. */
export type Known = { notComparable: string | null; failures: Map<string, string> }

/** A gating row of which there is nothing to compare, and `why`: it fails unless a waiver accepts that. */
function missingRow(row: Row, missing: { verdict: Verdict; why: string; waiver: Waiver | null }): Row {
  const { verdict, why, waiver } = missing
  return row.gates ? { ...row, verdict, ...missingFailureOf(why, waiver) } : { ...row, verdict, reason: why }
}

/** The row of an entry that the candidate lacks on a machine; null where nothing is lost, or the rest can be tested. */
function lostRow(pair: Pair, values: Values, request: ComparisonRequest, waiver: Waiver | null): Row | null {
  const lost = lostBlock(pair, request)
  if (lost === null) return null
  const isAccepted = waiver !== null && !waiver.expired
  // A waiver for one machine must not hide a regression on another.
  if (isAccepted && pair.baselines.some((each, i) => each && pair.candidates[i])) return null
  const why = `the candidate on ${lost} has no such entry`
  return missingRow(emptyRow(pair, values), { verdict: 'removed', why, waiver })
}

/** A pair that lacks a side, altogether or on a machine, or cannot be compared; null for one that can be tested. */
export function unpairedRow(
  pair: Pair,
  values: Values,
  { notComparable, failures }: Known,
  request: ComparisonRequest,
): Row | null {
  const names = { benchmark: pair.policyName, metric: pair.entry.metric }
  const waiver = waiverFor(request.policy.waivers, 'missing', names)
  const [inBaseline, inCandidate] = [pair.baselines, pair.candidates].map(side =>
    side.some(each => each !== null),
  )
  if (inBaseline && inCandidate) return lostRow(pair, values, request, waiver)
  const row = emptyRow(pair, values)
  const failure = failures.get(pair.entry.name)
  if (failure !== undefined) return missingRow(row, { verdict: 'failed', why: failure, waiver })
  const why = pair.notComparable
  // Nothing of the base is lost where only the candidate has it.
  if (why !== null && !pair.expected) return { ...row, verdict: 'new', reason: why }
  if (why !== null) return missingRow(row, { verdict: 'not-comparable', why, waiver })
  if (!inCandidate)
    return missingRow(row, { verdict: 'removed', why: 'the candidate has no such entry', waiver })
  if (notComparable !== null) return { ...row, verdict: 'not-comparable', reason: notComparable }
  return { ...row, verdict: 'new', reason: 'the baseline has no such entry' }
}

type Told = [name: string, reason: string]

const told = (side: string, failures: Failure[]): Told[] =>
  failures.map(({ name, reason }) => [name, `${side}: ${reason}`])

const namesIn = (sessions: Session[]) =>
  new Set(sessions.flatMap(session => session.benchmarks.map(sample => sample.name)))

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
  const stored = currentSessions(baselines).flatMap(session => told('baseline', session.failures))
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
    const about = { policyName: name, expected: true, notComparable: null, warnings: [] }
    const row = emptyRow({ entry, gates: settings.gate ?? true, settings, ...nothing, ...about }, nothing)
    const waiver = waiverFor(policy.waivers, 'missing', row)
    return missingRow(row, { verdict: 'failed', why: reason, waiver })
  })
}
