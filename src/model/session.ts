// What one job on one machine measured, and how it was asked to.
import type { RunEvidence } from './evidence.ts'
import type { Failure, Revision, Sample, Warning } from './sample.ts'
import type { Testbed } from './testbed.ts'

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
  /** Nice level or policy of the benchmark, in words. */
  priority?: string | undefined
  /** Whether each run was moved onto the CPUs that the runner hooks isolated. */
  attached?: boolean | undefined
  /** What started a command given as text: 1.4 ms and 3 MiB of bash are in its numbers, or not. */
  shell?: 'bash' | 'none' | undefined
  /** Whether the limit on locked memory was raised. */
  lockMemory?: boolean | undefined
}

/** How processes were timed. Nothing of it is subtracted from any measurement. */
export type ClockFacts = {
  name: string
  /** What `true` measures behind the same wrappers and shell: the least that this clock can show, in nanoseconds and bytes. */
  floorWallTime: number
  floorPeakMemory: number | null
  /** What a run takes besides its wall time: wrappers, the clock's own start, our share; nanoseconds. */
  outside: number
  counters: 'hardware' | 'software' | 'none'
  /** Why there are no hardware counters; null where there are. */
  countersReason: string | null
}

/** All runs of one job on one machine. `order[i]` is the position of run i among all runs of the job. */
export type Session = {
  source: string
  suite: string | null
  tool: string | null
  revision: Revision | null
  /** The commit that its run was about, where that is known: `revision` may be of another repository, or be null. */
  about?: string
  testbed: Testbed | null
  plan: Plan | null
  order: number[] | null
  evidence: RunEvidence[]
  warnings: Warning[]
  failures: Failure[]
  benchmarks: Sample[]
}
