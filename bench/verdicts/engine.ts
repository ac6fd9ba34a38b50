// stable-bench itself, called as its users get it: compareSessions, one look or the two planned ones. Here a
// run has one number, its median.
import { compareSessions } from '../../src/compare/compare-sessions.ts'
import { levelsAt, needsMoreRuns } from '../../src/compare/looks.ts'
import { defaultPolicy } from '../../src/compare/verdict/default-policy.ts'
import type { Side } from '../../src/measure/runs/schedule.ts'
import type { Comparison, Look, Row } from '../../src/model/index.ts'
import { welch } from '../../src/stats/tests/t-tests.ts'
import { simulatedSession } from '../simulated-session.ts'
import { type Case, changed, positionsOf, type Runs } from './cases.ts'
import { RUNS } from './cells.ts'
import type { Call, Said } from './score.ts'

const policy = defaultPolicy

const CALLS: Partial<Record<Row['verdict'], Call>> = {
  regression: 'slower',
  improvement: 'faster',
  'no-change': 'same',
  inconclusive: 'open',
}

function saidOf(row: Row, look: Look): Said {
  const call = CALLS[row.verdict]
  if (call === undefined) throw new Error(`an unexpected verdict: ${row.verdict}`)
  const levels = levelsAt(look, policy)
  // A row that says why it cannot decide is inconclusive whatever its p.
  const significant = call !== 'open' && (row.p ?? 1) < levels.row && (row.adjustedP ?? 1) < levels.family
  return { call, interval: row.interval, significant, runs: row.runs.candidate }
}

/** What a comparison said, row by row. */
export function sayings(comparison: Comparison): Said[] {
  return comparison.rows.map(row => saidOf(row, comparison.look))
}

const positions = positionsOf(RUNS.second)

function compareInterleaved(cases: Case[], shift: number, runs: number, look: Look): Comparison {
  const before = cases.map(each => (each.sessions[0] as Runs).slice(0, runs))
  const after = cases.map(each => changed(each.candidate.slice(0, runs), shift))
  // Only doubts depend on the order, and only those at a first look have a consequence.
  const order = (side: Side) => (look === 'first' ? positions[side].slice(0, runs) : null)
  const [baseline, candidate] = [
    simulatedSession(before, order('baseline')),
    simulatedSession(after, order('candidate')),
  ]
  const sides = { baselines: [baseline], candidates: [candidate], assumedGrade: 'tuned' as const }
  return compareSessions({ ...sides, design: 'interleaved', look, policy })
}

/** One planned look with 10 runs a side. */
export function oneLook(cases: Case[], shift: number): Comparison {
  return compareInterleaved(cases, shift, RUNS.first, 'only')
}

/** Two planned looks as in src/job/measure.ts: the second when a gating row is undecided at the first, or has odd runs. */
export function twoLooks(cases: Case[], shift: number): Comparison {
  const first = compareInterleaved(cases, shift, RUNS.first, 'first')
  return needsMoreRuns(first) ? compareInterleaved(cases, shift, RUNS.second, 'last') : first
}

/** Against stored sessions of a tuned testbed. */
export function againstStored(one: Case, shift: number): Comparison {
  return compareSessions({
    baselines: one.sessions.map(runs => simulatedSession([runs])),
    candidates: [simulatedSession([changed(one.candidate, shift)])],
    design: 'stored',
    look: 'only',
    policy,
    assumedGrade: 'tuned',
  })
}

/** What Welch's test alone says of the same runs at the same level: the half of ours that everybody knows. */
export function welchAlone(comparison: Comparison): Said {
  const { baseline, candidate } = (comparison.rows[0] as Row).values
  const { difference, p } = welch(baseline.map(Math.log), candidate.map(Math.log))
  return { call: p < policy.alpha ? (difference > 0 ? 'slower' : 'faster') : 'open', runs: candidate.length }
}
