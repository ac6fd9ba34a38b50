// Compares a candidate session with its baseline: pairs rows up, estimates, controls the family, judges, concludes.
import {
  type Comparison,
  type Design,
  type Grade,
  InputError,
  type Look,
  type Policy,
  type Row,
  type Session,
  type SideSummary,
} from '../model.ts'
import { holm } from '../stats/holm.ts'
import { isTime } from '../units.ts'
import { conclude } from './conclude.ts'
import type { Estimate } from './estimate.ts'
import { interleavedEstimate } from './interleaved-estimate.ts'
import { judge } from './judge.ts'
import { type Levels, levelsAt } from './levels.ts'
import { type Pair, pairUp } from './pair-up.ts'
import { emptyRow, sideValues, type Values } from './row.ts'
import { sameTestbed } from './same-testbed.ts'
import { storedEstimate } from './stored-estimate.ts'

export type ComparisonRequest = {
  baselines: Session[]
  candidate: Session
  design: Design
  look: Look
  policy: Policy
  /** The grade of a session that records no testbed. */
  assumedGrade: Grade
}

type Estimated = { pair: Pair; values: Values; estimate: Estimate }

function gradeOf(request: ComparisonRequest): Grade {
  const grades = [request.candidate, ...request.baselines].map(
    each => each.testbed?.grade ?? request.assumedGrade,
  )
  const worstFirst: Grade[] = ['untuned', 'degraded', 'tuned']
  return worstFirst.find(grade => grades.includes(grade)) ?? 'untuned'
}

function estimateOf(values: Values, pair: Pair, request: ComparisonRequest): Estimate {
  const { design, look, policy } = request
  const levels = { shown: 1 - policy.alpha, equivalence: 1 - 2 * levelsAt(look, policy).equivalence }
  if (design === 'stored') {
    return storedEstimate(values.sessions, values.candidate, {
      priorSd: policy.storedPriorSd[gradeOf(request)],
      levels,
    })
  }
  return interleavedEstimate(values.sessions.flat(), values.candidate, {
    isTime: isTime(pair.entry.unit),
    levels,
  })
}

/** Holm over the rows that gate and, apart, over those that only inform. */
function adjusted(rows: Estimated[]): Map<Estimated, number> {
  const result = new Map<Estimated, number>()
  for (const gates of [true, false]) {
    const family = rows.filter(row => row.pair.gates === gates && row.estimate.p !== null)
    const values = holm(family.map(row => row.estimate.p as number))
    family.forEach((row, i) => void result.set(row, values[i] as number))
  }
  return result
}

/** The level at which a row that comes first in Holm's order has to be significant. */
function firstLevel(rows: Estimated[], gates: boolean, levels: Levels): number {
  const size = rows.filter(row => row.pair.gates === gates).length
  return Math.min(levels.row, levels.family / Math.max(1, size))
}

function judgedRow(
  row: Estimated,
  adjustedP: number | null,
  alpha: number,
  levels: Levels,
  policy: Policy,
): Row {
  const { pair, estimate } = row
  const { verdict, reason } = judge(estimate, adjustedP, {
    better: pair.entry.better,
    band: policy.band,
    levels,
  })
  return {
    ...emptyRow(pair, row.values),
    verdict,
    reason,
    ratio: estimate.ratio,
    interval: estimate.interval,
    p: estimate.p,
    adjustedP,
    detectable: estimate.detectable(alpha),
    runsNeeded: verdict === 'inconclusive' ? estimate.runsNeeded(alpha, policy.band) : null,
  }
}

/** What is known before any test: why rows without a baseline have none, and which benchmarks failed. */
type Known = { notComparable: string | null; failures: Map<string, string> }

/** A pair with one side only, or null for a pair that can be tested. */
function unpairedRow(pair: Pair, values: Values, { notComparable, failures }: Known): Row | null {
  if (pair.baselines.length > 0 && pair.candidate !== null) return null
  const row = emptyRow(pair, values)
  const failure = failures.get(pair.entry.name)
  if (failure !== undefined) return { ...row, verdict: 'failed', reason: failure }
  if (pair.candidate === null)
    return { ...row, verdict: 'removed', reason: 'the candidate has no such entry' }
  if (notComparable !== null) return { ...row, verdict: 'not-comparable', reason: notComparable }
  return { ...row, verdict: 'new', reason: 'the baseline has no such entry' }
}

function failuresOf({ baselines, candidate }: ComparisonRequest): Map<string, string> {
  const of = (side: string, session: Session) =>
    session.failures.map(({ name, reason }): [string, string] => [name, `${side}: ${reason}`])
  return new Map([...baselines.flatMap(each => of('baseline', each)), ...of('candidate', candidate)])
}

/** Failures that no row shows yet: the benchmark has no entry at all, or other entries of it were measured. */
function failedRows(failures: Map<string, string>, rows: Row[]): Row[] {
  const shown = new Set(rows.filter(row => row.verdict === 'failed').map(row => row.benchmark))
  const missing = [...failures].filter(([name]) => !shown.has(name))
  return missing.map(([name, reason]) => {
    const entry = { name, metric: '', unit: '', better: 'lower' as const }
    const row = emptyRow(
      { entry, gates: true, baselines: [], candidate: null },
      { sessions: [], candidate: [] },
    )
    return { ...row, verdict: 'failed', reason }
  })
}

function summarise(sessions: Session[]): SideSummary {
  return {
    sources: sessions.map(session => session.source),
    sessions: sessions.length,
    revision: sessions[0]?.revision ?? null,
    testbed: sessions[0]?.testbed ?? null,
  }
}

/** The rows of all pairs, in the order of the pairs. */
function rowsOf(pairs: Pair[], request: ComparisonRequest, known: Known): Row[] {
  const levels = levelsAt(request.look, request.policy)
  const rows = pairs.map(pair => {
    const values = sideValues(pair)
    const row = unpairedRow(pair, values, known)
    return row ?? { pair, values, estimate: estimateOf(values, pair, request) }
  })
  const estimated = rows.filter((row): row is Estimated => 'estimate' in row)
  const adjustedPs = adjusted(estimated)
  const alphaOf = { true: firstLevel(estimated, true, levels), false: firstLevel(estimated, false, levels) }
  return rows.map(row => {
    if (!('estimate' in row)) return row
    const alpha = alphaOf[`${row.pair.gates}`]
    return judgedRow(row, adjustedPs.get(row) ?? null, alpha, levels, request.policy)
  })
}

/**
 * The comparison of `candidate` with `baselines` (one session where the design is interleaved; none, or those of
 * the nearest base commits first, where it is stored). Throws an InputError for sides that contradict each other.
 */
export function compareSessions(request: ComparisonRequest): Comparison {
  const { candidate, design } = request
  if (design === 'interleaved' && request.baselines.length !== 1) {
    throw new InputError(
      `order interleaved compares one session a side, got ${request.baselines.length} of the baseline; ` +
        'use --order separate for several stored sessions',
    )
  }
  const { same, refused } = sameTestbed(request.baselines, candidate)
  const notComparable = same.length === 0 ? (refused[0] ?? null) : null
  const accepted = { ...request, baselines: same }
  const known = { notComparable, failures: failuresOf(accepted) }
  const paired = rowsOf(pairUp(same, candidate), accepted, known)
  const rows = [...paired, ...failedRows(known.failures, paired)]
  return {
    ...conclude(rows, { sessions: request.baselines.length, changed: notComparable }),
    design,
    look: request.look,
    policy: request.policy,
    baseline: summarise(same),
    candidate: summarise([candidate]),
    rows,
    warnings: [
      ...candidate.warnings,
      ...same.flatMap(session => session.warnings),
      ...refused.map(message => ({ code: 'testbed-changed', message })),
    ],
  }
}
