// The record of a job: everything that it has made so far. Only make-runs.ts adds to it.
import type { Parsed } from '../formats/format.ts'
import type { Run } from '../measure/runs/measure-runs.ts'
import type { Side } from '../measure/runs/schedule.ts'
import type { RunLog } from '../measure/runs/start-command.ts'
import type { ClockFacts, Testbed, Warning } from '../model/index.ts'
import type { Parser } from './choose-parser.ts'
import type { MeasureRequest } from './request/request.ts'

/** `parsed` is empty when the processes themselves are timed. */
export type ParsedRun = Omit<Run, 'outputs' | 'stdout' | 'stderr' | 'course'> & {
  parsed: Parsed
  /** Milliseconds from the end of the run before to its own: with the pause, `prepare` and reading its output. */
  took: number
}

export type JobRecord = RunLog & {
  runs: ParsedRun[]
  /** The benchmarks of a template that were measured in each round that was begun. */
  rounds: MeasureRequest['benchmarks'][]
  /** The warm-up rounds that were begun. */
  warmups: number
  /** Warm-up runs of one side alone, before a duet, or before it is chosen. */
  solo: Pick<ParsedRun, 'planned' | 'evidence'>[]
  /** Warm-up runs beside the other side, by which a duet is chosen or not. */
  beside: Pick<ParsedRun, 'planned' | 'evidence'>[]
  /** The same for both sides unless they have different tools; null before the first run. */
  parsers: Record<Side, Parser | null>
  clock: ClockFacts | null
  /** The testbed after the last run so far, and what changed in between; null before. */
  confirmed: { testbed: Testbed; warnings: Warning[] } | null
  /** Why this process could not move off the benchmark's CPUs. */
  housekeeping: Warning[]
  /** What stands for `{layout}` in each build, without those of which there was such a build already; empty without layouts. */
  layouts: number[]
  /** How many of the layouts have a build. */
  builds: number
  /** The digests of these builds, of each side of the schedule; null for a command that runs no such files. */
  digests: (string | null)[][]
  /** The files of builds that this job made. */
  linked: string[]
  /** When measuring began, by `performance.now()`; 0 before. */
  begun: number
  /** Milliseconds that the longest round so far took. */
  longestRound: number
  /** Why fewer runs were made than planned. */
  stopped: string | null
}

export const emptyRecord = (): JobRecord => ({
  ...{ made: 0, repeats: [], left: [], runnable: [] },
  programs: { baseline: new Map(), candidate: new Map() },
  resultsFiles: new Set(),
  ...{ runs: [], rounds: [], warmups: 0, solo: [], beside: [] },
  parsers: { baseline: null, candidate: null },
  ...{ clock: null, confirmed: null, housekeeping: [] },
  ...{ layouts: [], builds: 0, digests: [], linked: [] },
  ...{ begun: 0, longestRound: 0, stopped: null },
})
