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

/** The facts that must match before two sessions may be compared; all others are only shown. */
export const mustMatch = [
  'machine',
  'cpu-model',
  'microcode',
  'kernel',
  'clock-source',
  'governor',
  'turbo',
  'smt',
  'pinned-cpus',
  'grade',
] as const

/** Targets of one knob that came to the same end for the same reason; `target` is the first of them. */
export type KnobResult = {
  knob: string
  status: string
  required: boolean
  targets: number
  target: string
  reason: string
}

/** The runner hooks' receipt in short, and what this process found when it looked for itself. */
export type TuningProof = {
  kit: string
  generation: number
  benchmarkCpus: string
  /** Targets that hold what was wanted. */
  set: number
  /** Those of them that were read again here; services, and what only root may read, are not. */
  checked: number
  /** Everything that is not as it was wanted. */
  unset: KnobResult[]
}

/** The machine as it was. `fingerprint` covers the facts in `mustMatch`, `shownFingerprint` the others. */
export type Testbed = {
  grade: Grade
  gradeReason: string
  fingerprint: string
  shownFingerprint?: string | undefined
  facts: Record<string, string>
  /** Absent where there was no receipt that holds for this job. */
  tuning?: TuningProof | undefined
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
  clock?: ClockFacts | undefined
  /** The n of `{n}` in the command: a run is a pair of processes with n and 2n, its times are those of n more. */
  delta?: number | undefined
  /** What `{benchmark}` in the command stood for. */
  benchmarks?: string[] | undefined
  coolDownSeconds?: number | undefined
  cache?: 'warm' | 'cold' | undefined
}

/** How processes were timed. Nothing of it is subtracted from any measurement. */
export type ClockFacts = {
  name: string
  /** What `true` measures behind the same wrappers: the least that this clock can show, in nanoseconds and bytes. */
  floorWallTime: number
  floorPeakMemory: number | null
  /** What a run takes besides its wall time: wrappers, the clock's own start, our share; nanoseconds. */
  outside: number
  counters: 'hardware' | 'software' | 'none'
  /** Why there are no hardware counters; null where there are. */
  countersReason: string | null
}

export type Validity = 'valid' | 'suspect' | 'invalid'

/** How far a run can be trusted, and what speaks against it. */
export type Judgement = { validity: Validity; reasons: Warning[] }

/** Nanoseconds in which some, or all, of the machine's tasks stood still for want of something. */
export type Stall = { some: number | null; full: number | null }

/**
 * What the machine did from just before one run to just after it, on the CPUs that the run was pinned to, or on all
 * where it was not. Times in nanoseconds; null where the machine does not say.
 */
export type MachineEvidence = {
  /** How long that was: the run and its wrappers. */
  window: number
  cpus: number
  pinned: boolean
  /** Taken by the hypervisor for other guests. */
  steal: number | null
  /** Busy on the pinned CPUs, and not with the run. */
  foreignTime: number | null
  /** The share of all other CPUs that was busy; of all CPUs, without the run, where it was not pinned. */
  outsideShare: number | null
  deviceInterrupts: number | null
  timerInterrupts: number | null
  /** Between CPUs: wake-ups, function calls, TLB shootdowns. */
  otherInterrupts: number | null
  /** What devices left to be done: network, block layer, tasklets. */
  softirqs: number | null
  /** Events in which the CPUs or their package slowed down for heat. */
  throttled: number | null
  /** Hertz: what was counted in the run, or else what the driver said at its end. */
  frequency: number | null
  /** Of the hottest CPU sensor at the end of the run, in °C. */
  temperature: number | null
  /** Pages in and out, of the whole machine. */
  swappedPages: number | null
  /** Of the whole machine. */
  pressure: { cpu: Stall | null; memory: Stall | null; io: Stall | null }
}

/** What the kernel accounted to one process of a run; times in nanoseconds, memory in bytes, null where it cannot be read. */
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
  counters?: Counters | undefined
  /** What `{benchmark}` stood for in this process. */
  benchmark?: string | undefined
  /** What `{n}` stood for in it. */
  n?: number | undefined
  /** Why this run was made twice: its first attempt was given up for a reason of the machine's, not for its result. */
  repeated?: string | undefined
  machine?: MachineEvidence | null | undefined
  judgement?: Judgement | undefined
}

/** One kind of evidence over the runs of a side. `share` is a fraction, `/s` a rate, an empty unit a count. */
export type EvidenceFigure = {
  name: string
  unit: 'share' | '/s' | 'Hz' | '°C' | ''
  lowest: number
  median: number
  highest: number
}

/** The evidence of a side: how many runs were doubtful or made again, and what was read. */
export type EvidenceSummary = {
  runs: number
  suspect: number
  invalid: number
  repeated: number
  figures: EvidenceFigure[]
}

/**
 * What the kernel counted for one run and everything that it started; null what it does not count here. The first
 * four count user mode only, which any user may do and which interrupts do not disturb.
 */
export type Counters = {
  instructions: number | null
  cycles: number | null
  branchMisses: number | null
  cacheMisses: number | null
  migrations: number | null
  /** Hertz: all cycles over the time on a CPU. */
  frequency: number | null
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

/** A regression that is accepted for a while: rows that match do not fail as long as they are no worse than `ceiling`. */
export type Waiver = {
  benchmark: string
  metric: string
  ceiling: number
  /** The last day on which it counts, in UTC: `2026-12-31`. */
  expires: string
  /** Whether that day had passed when the comparison was made: it then explains, and accepts nothing. */
  expired: boolean
  reason: string
}

/** What decides: error rates and the no-change band, all fractions; `rules` for single rows. */
export type Policy = {
  alpha: number
  familyAlpha: number
  equivalenceAlpha: number
  band: number
  storedPriorSd: Record<Grade, number>
  rules: RowRule[]
  /** The smallest change for the worse that fails the comparison, where no rule says otherwise. */
  threshold: number
  waivers: Waiver[]
  /** Report, and never fail. */
  shadow: boolean
  /** Whether run i of either side are a pair; configured, never chosen by looking at the data. */
  paired: boolean
}

/** A mistake of the user's: the message says what is wrong, in which input, what it got and what to do. */
export class InputError extends Error {
  override name = 'InputError'
}
