// stable-bench itself, called as its users get it: compareSessions, one look or the two planned ones.
import { compareSessions } from '../../src/compare/compare-sessions.ts'
import { levelsAt } from '../../src/compare/levels.ts'
import { defaultPolicy } from '../../src/compare/policy.ts'
import type { Comparison, Look, Row, Session } from '../../src/model.ts'
import { welch } from '../../src/stats/welch.ts'
import { type Case, changed, type Runs } from './cases.ts'
import { RUNS } from './cells.ts'
import type { Call, Said } from './score.ts'

const policy = defaultPolicy

/** A session that holds these benchmarks and nothing else. */
function session(benchmarks: Runs[]): Session {
  return {
    source: 'simulated',
    suite: null,
    tool: null,
    revision: null,
    testbed: null,
    plan: null,
    order: null,
    evidence: [],
    warnings: [],
    failures: [],
    benchmarks: benchmarks.map((runs, i) => ({
      name: `benchmark ${i}`,
      metric: 'time',
      unit: 'ns',
      better: 'lower',
      runs,
    })),
  }
}

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

function compareInterleaved(cases: Case[], shift: number, runs: number, look: Look): Comparison {
  const baseline = session(cases.map(each => (each.sessions[0] as Runs).slice(0, runs)))
  const candidate = session(cases.map(each => changed(each.candidate.slice(0, runs), shift)))
  const sides = { baselines: [baseline], candidates: [candidate], assumedGrade: 'tuned' as const }
  return compareSessions({ ...sides, design: 'interleaved', look, policy })
}

/** One planned look with 10 runs a side. */
export function oneLook(cases: Case[], shift: number): Comparison {
  return compareInterleaved(cases, shift, RUNS.first, 'only')
}

/** Two planned looks as in src/pipeline.ts: the second only when a gating row is undecided at the first. */
export function twoLooks(cases: Case[], shift: number): Comparison {
  const first = compareInterleaved(cases, shift, RUNS.first, 'first')
  const isUndecided = first.rows.some(row => row.gates && row.verdict === 'inconclusive')
  return isUndecided ? compareInterleaved(cases, shift, RUNS.second, 'last') : first
}

/** Against stored sessions of a tuned testbed. */
export function againstStored(one: Case, shift: number): Comparison {
  return compareSessions({
    baselines: one.sessions.map(runs => session([runs])),
    candidates: [session([changed(one.candidate, shift)])],
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
