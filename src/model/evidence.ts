// What the kernel says of runs: how far they can be trusted.
import type { Warning } from './sample.ts'

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
