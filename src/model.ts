// The words of stable-bench as plain data. Nothing here decides anything: policy is always an argument.

export type Better = 'lower' | 'higher'

/** One benchmark's measurements of one metric: an inner list per run (fresh process), in execution order. */
export type Sample = {
  name: string
  metric: string
  unit: string
  better: Better
  runs: number[][]
}

/** A doubt that travels with the data it is about. */
export type Warning = { code: string; message: string }

/** A benchmark that was expected to yield measurements and did not. */
export type Failure = { name: string; reason: string }

/** What was measured: all fields are null where the work tree is not a git checkout. */
export type Revision = { commit: string | null; ref: string | null; dirty: boolean | null }

export type Grade = 'tuned' | 'degraded' | 'untuned'

/** The machine as it was. `fingerprint` covers the facts that must match before two sessions may be compared. */
export type Testbed = {
  grade: Grade
  gradeReason: string
  fingerprint: string
  facts: Record<string, string>
}

/** How a session was asked to be measured. */
export type Plan = {
  command: string
  runs: number
  warmupRuns: number
  tool: string
  cpus: string | null
  numaNode: string | null
  aslr: 'on' | 'off'
}

/** What the kernel accounted to one run; times in nanoseconds, memory in bytes, null where it cannot be read. */
export type RunEvidence = {
  startedAt: string
  wallTime: number
  userTime: number
  systemTime: number
  peakMemory: number | null
  voluntarySwitches: number | null
  involuntarySwitches: number | null
  minorFaults: number | null
  majorFaults: number | null
}

/** All runs of one job on one machine. `order[i]` is the position of run i among all runs of the job. */
export type Session = {
  source: string
  suite: string | null
  tool: string | null
  revision: Revision | null
  testbed: Testbed | null
  plan: Plan | null
  order: number[] | null
  evidence: RunEvidence[]
  warnings: Warning[]
  failures: Failure[]
  benchmarks: Sample[]
}

export type Verdict =
  | 'regression'
  | 'improvement'
  | 'no-change'
  | 'inconclusive'
  | 'new'
  | 'removed'
  | 'failed'
  | 'not-comparable'

/** One benchmark and metric compared; ratio is candidate / baseline, shares are fractions, null does not apply. */
export type Row = {
  benchmark: string
  metric: string
  unit: string
  better: Better
  gates: boolean
  /** Whether this row alone makes the outcome a regression: it gates, and is worse by its threshold at least. */
  fails: boolean
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
  | 'nothing-compared'
  | 'benchmarks-missing'
  | 'testbed-changed'
  | 'untuned'

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
  warnings: Warning[]
}

/** How the measurements of one run become its one number: `p90` is the 90th percentile. */
export type Summary = 'median' | 'mean' | 'min' | `p${number}`

/** What is configured for the rows whose names match; `*` stands for anything, and a later rule wins. */
export type RowRule = {
  benchmark: string
  metric: string
  band?: number | undefined
  threshold?: number | undefined
  better?: Better | undefined
  summary?: Summary | undefined
  gate?: boolean | undefined
}

/** What decides: error rates and the no-change band, all fractions; `rules` for single rows. */
export type Policy = {
  alpha: number
  familyAlpha: number
  equivalenceAlpha: number
  band: number
  storedPriorSd: Record<Grade, number>
  rules: RowRule[]
  /** Whether run i of either side are a pair; configured, never chosen by looking at the data. */
  paired: boolean
}

/** A mistake of the user's: the message says what is wrong, in which input, what it got and what to do. */
export class InputError extends Error {
  override name = 'InputError'
}
