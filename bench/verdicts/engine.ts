// stable-bench itself, called as its users get it: compareSessions, with one look or the planned ones. Here a run has
// one number, its median.
import { compareSessions } from '../../src/compare/compare-sessions.ts'
import { fewerRuns, levelsAt, openRows } from '../../src/compare/looks.ts'
import type { Side } from '../../src/measure/runs/schedule.ts'
import { type Comparison, defaultPolicy, type Row } from '../../src/model/index.ts'
import { welch } from '../../src/stats/inference/t-tests.ts'
import { simulatedSession } from '../simulated-session.ts'
import { type Case, changed, type Runs } from './cases.ts'
import { RUNS } from './cells.ts'
import type { Call, Said } from './score.ts'

const policy = defaultPolicy

const CALLS: Partial<Record<Row['verdict'], Call>> = {
  regression: 'slower',
  improvement: 'faster',
  'no-change': 'same',
  inconclusive: 'open',
  scattered: 'open',
}

function saidOf(row: Row, looks: number[]): Said {
  const call = CALLS[row.verdict]
  if (call === undefined) throw new Error(`an unexpected verdict: ${row.verdict}`)
  const levels = levelsAt(fewerRuns(row.runs), looks, policy)
  // A row that says why it cannot decide is inconclusive whatever its p.
  const significant = call !== 'open' && (row.p ?? 1) < levels.row && (row.adjustedP ?? 1) < levels.family
  return { call, interval: row.interval, significant, runs: row.runs.candidate }
}

/** The answers of a comparison, row by row. */
export function sayings(comparison: Comparison): Said[] {
  return comparison.rows.map(row => saidOf(row, comparison.looks))
}

/** The look at the first `runs` a side. */
function lookAt(cases: Case[], shift: number, runs: number, looks: number[]): Comparison {
  const before = cases.map(each => (each.sessions[0] as Runs).slice(0, runs))
  const after = cases.map(each => changed(each.candidate.slice(0, runs), shift))
  const positions = cases[0]?.positions ?? null
  const order = (side: Side) => positions?.[side].slice(0, runs) ?? null
  const [baseline, candidate] = [
    simulatedSession(before, { order: order('baseline'), looks }),
    simulatedSession(after, { order: order('candidate'), looks }),
  ]
  const sides = { baselines: [baseline], candidates: [candidate], assumedGrade: 'tuned' as const }
  return compareSessions({ ...sides, design: 'interleaved', policy })
}

/** One planned look with 10 runs a side. */
export const oneLook = (cases: Case[], shift: number): Comparison => lookAt(cases, shift, RUNS.one, [])

/** The planned looks as in src/job/measure-with-looks.ts: the next one where a gating row is undecided, or has odd runs. */
export function plannedLooks(cases: Case[], shift: number, looks: number[] = RUNS.looks): Comparison {
  const [first = 0, ...later] = looks
  let comparison = lookAt(cases, shift, first, looks)
  for (const runs of later) {
    if (openRows(comparison).length === 0) break
    comparison = lookAt(cases, shift, runs, looks)
  }
  return comparison
}

/** All runs of both sides, however many these are. */
export const allRuns = (one: Case, shift: number): Comparison =>
  lookAt([one], shift, Number.POSITIVE_INFINITY, [])

/** Against stored sessions of a testbed of this grade. */
export function againstStored(one: Case, shift: number, grade: 'tuned' | 'untuned' = 'tuned'): Comparison {
  return compareSessions({
    baselines: one.sessions.map(runs => simulatedSession([runs])),
    candidates: [simulatedSession([changed(one.candidate, shift)])],
    design: 'stored',
    policy,
    assumedGrade: grade,
  })
}

/** The answer of Welch's test alone to the same runs, at the same level: the half of our test that everybody knows. */
export function welchAlone(comparison: Comparison): Said {
  const { baseline, candidate } = (comparison.rows[0] as Row).values
  const { difference, p } = welch(baseline.map(Math.log), candidate.map(Math.log))
  return { call: p < policy.alpha ? (difference > 0 ? 'slower' : 'faster') : 'open', runs: candidate.length }
}
