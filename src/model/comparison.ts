// Two sides compared: rows, verdicts, outcome.
import type { EvidenceSummary } from './evidence.ts'
import type { Policy } from './policy.ts'
import type { Better, Revision, Warning } from './sample.ts'
import type { Testbed } from './testbed.ts'

export type Verdict =
  | 'regression'
  | 'improvement'
  | 'no-change'
  | 'inconclusive'
  | 'new'
  | 'removed'
  | 'failed'
  | 'not-comparable'

/** What is said of rows that both sides have; each of the others says why there was nothing to test. */
export const comparedVerdicts: readonly Verdict[] = ['regression', 'improvement', 'no-change', 'inconclusive']

/** What is said of rows that were expected, and of which there is nothing to compare. */
export const missingVerdicts: readonly Verdict[] = ['removed', 'failed', 'not-comparable']

/** One benchmark and metric compared; ratio is candidate / baseline, shares are fractions, null does not apply. */
export type Row = {
  benchmark: string
  metric: string
  unit: string
  better: Better
  gates: boolean
  /** Whether this row alone keeps the comparison from passing: it gates, and is a regression or missing, and nothing accepts that. */
  fails: boolean
  /** Changes within ± this share are no change in this row. */
  band: number
  verdict: Verdict
  reason: string | null
  baseline: number | null
  candidate: number | null
  ratio: number | null
  interval: [number, number] | null
  p: number | null
  adjustedP: number | null
  detectable: number | null
  runsNeeded: number | null
  runs: { baseline: number; candidate: number }
  values: { baseline: number[]; candidate: number[] }
  warnings: Warning[]
}

export type Outcome = 'pass' | 'regression' | 'not-established'

export type NotEstablished =
  | 'no-baseline'
  | 'baseline-unreadable'
  | 'nothing-compared'
  | 'benchmarks-missing'
  | 'testbed-changed'
  | 'untuned'
  | 'attempts-lost'

/** How the two sides relate: alternated in one job, or the baseline stored by earlier sessions. */
export type Design = 'interleaved' | 'stored'

/** Which planned look at the data this is; `only` when a single one was planned. */
export type Look = 'only' | 'first' | 'last'

/** One side as the report names it. */
export type SideSummary = {
  sources: string[]
  sessions: number
  revision: Revision | null
  testbed: Testbed | null
  /** Null where no run says anything. */
  evidence?: EvidenceSummary | null | undefined
}

export type Comparison = {
  outcome: Outcome
  reason: NotEstablished | null
  explanation: string
  design: Design
  look: Look
  policy: Policy
  baseline: SideSummary
  candidate: SideSummary
  rows: Row[]
  budgets: BudgetResult[]
  warnings: Warning[]
}

/** A budget held against one row of the candidate; `value` is the mean over its runs. */
export type BudgetResult = {
  benchmark: string
  metric: string
  unit: string
  atMost: boolean
  limit: number
  value: number | null
  interval: [number, number] | null
  /** `almost`: the limit lies within the interval. `unknown`: the reason says why. */
  verdict: 'within' | 'almost' | 'over' | 'unknown'
  reason: string | null
}
