// Rows that no test can be made for: new, removed, failed, not comparable.
import type { Failure, Policy, Row, Session, Verdict, Waiver } from '../../model/index.ts'
import type { ComparisonRequest } from '../comparison-request.ts'
import type { OptimisedAway } from '../sides/optimised-away.ts'
import { currentSessions, type RowInput } from '../sides/row-inputs.ts'
import { emptyRow, rowOfName } from './row.ts'
import { missingFailureOf, waiverFor } from './row-failures.ts'

/** Whether the other session is an attempt of the same job: both ran on one machine, and the machine is known. */
const onMachineOf =
  ({ testbed }: Session) =>
  (other: Session): boolean =>
    testbed !== null && testbed.fingerprint === other.testbed?.fingerprint

const measures = ({ benchmarks }: Session, { name, metric }: RowInput['entry']) =>
  benchmarks.some(sample => sample.name === name && sample.metric === metric)

/**
 * The newest block in which the candidate lacks the entry of a gating row that the base has; or null. Other machines must
 * not hide such a loss; a newer candidate on the same one makes up for it. What failed there, or was left out with a
 * warning, is not lost.
 */
function lostBlock(input: RowInput, { design, candidates }: ComparisonRequest): string | null {
  if (design !== 'interleaved' || !input.gates || !input.expected) return null
  const index = candidates.findIndex((session, i) => {
    // Nearly always it ends here: the rest looks at every entry of the session.
    if (input.baselines[i] === null || input.candidates[i] !== null) return false
    const newer = candidates.slice(0, i).filter(onMachineOf(session))
    const hasFailed = session.failures.some(({ name }) => name === input.entry.name)
    const isMeasured = [session, ...newer].some(each => measures(each, input.entry))
    return !hasFailed && !isMeasured
  })
  return index < 0 ? null : (candidates[index]?.testbed?.facts.machine ?? `block ${index + 1}`)
}

/** Facts that need no test: why rows without a baseline have none, and why benchmarks failed, by name. */
export type BeforeTest = { notComparable: string | null; failures: Map<string, string> }

/** A row that has nothing to compare, and `why`. One that gates fails unless a waiver accepts that. */
function missingRow(row: Row, missing: { verdict: Verdict; why: string; waiver: Waiver | null }): Row {
  const { verdict, why, waiver } = missing
  return row.gates ? { ...row, verdict, ...missingFailureOf(why, waiver) } : { ...row, verdict, reason: why }
}

/** The row of an entry that the candidate lacks on a machine; null where nothing is lost, or the rest can be tested. */
function lostRow(input: RowInput, request: ComparisonRequest, waiver: Waiver | null): Row | null {
  const lost = lostBlock(input, request)
  if (lost === null) return null
  const isAccepted = waiver !== null && !waiver.expired
  // A waiver for one machine must not hide a regression on another.
  if (isAccepted && input.baselines.some((each, i) => each && input.candidates[i])) return null
  const why = `the candidate on ${lost} has no such entry`
  return missingRow(emptyRow(input, input.values), { verdict: 'removed', why, waiver })
}

/** The row of an entry whose work was optimised away. What the base does not measure either gates nothing. */
function awayRow(row: Row, { verdict, why, isLost }: OptimisedAway, waiver: Waiver | null): Row {
  if (isLost) return missingRow(row, { verdict, why, waiver })
  return { ...row, verdict, reason: why, gates: row.gates && verdict === 'new' }
}

/** A row that lacks a side, altogether or on a machine, or cannot be compared; null for one that can be tested. */
export function untestedRow(
  input: RowInput,
  { notComparable, failures }: BeforeTest,
  request: ComparisonRequest,
): Row | null {
  const names = { benchmark: input.policyName, metric: input.entry.metric }
  const waiver = waiverFor(request.policy.waivers, 'missing', names)
  const [inBaseline, inCandidate] = [input.baselines, input.candidates].map(side =>
    side.some(each => each !== null),
  )
  const away = input.optimisedAway
  if (inBaseline && inCandidate && away === null) return lostRow(input, request, waiver)
  const row = emptyRow(input, input.values)
  const failure = failures.get(input.entry.name)
  if (failure !== undefined) return missingRow(row, { verdict: 'failed', why: failure, waiver })
  if (away !== null) return awayRow(row, away, waiver)
  const why = input.notComparable
  // Nothing of the base is lost where only the candidate has it.
  if (why !== null && !input.expected) return { ...row, verdict: 'new', reason: why }
  if (why !== null) return missingRow(row, { verdict: 'not-comparable', why, waiver })
  if (!inCandidate)
    return missingRow(row, { verdict: 'removed', why: 'the candidate has no such entry', waiver })
  if (notComparable !== null) return { ...row, verdict: 'not-comparable', reason: notComparable }
  return { ...row, verdict: 'new', reason: 'the baseline has no such entry' }
}

/** The failures of one side by name, each with its reason. */
const named = (side: string, failures: Failure[]): [name: string, reason: string][] =>
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
 * Why benchmarks failed, by name, from the newest session (they come first). A failure in a stored session does not count
 * when another one measured the benchmark; one in a candidate, when a newer candidate on the same machine did.
 */
export function failuresOf(baselines: Session[], candidates: Session[]): Map<string, string> {
  const stored = currentSessions(baselines).flatMap(session => named('baseline', session.failures))
  const measured = namesIn(baselines)
  const missing = baselines.length > 1 ? stored.filter(([name]) => !measured.has(name)) : stored
  const failed = candidates.flatMap((_, i) => named('candidate', standing(candidates, i)))
  return new Map([...missing.reverse(), ...failed.reverse()])
}

/** Failures that no row shows yet: the benchmark has no entry at all, or other entries of it were measured. */
export function failedRows(failures: Map<string, string>, rows: Row[], policy: Policy): Row[] {
  const shown = new Set(rows.filter(row => row.verdict === 'failed').map(row => row.benchmark))
  const missing = [...failures].filter(([name]) => !shown.has(name))
  return missing.map(([name, reason]) => {
    const row = rowOfName(name, policy)
    const waiver = waiverFor(policy.waivers, 'missing', row)
    return missingRow(row, { verdict: 'failed', why: reason, waiver })
  })
}
