// What a noise diagnosis looks at, what it finds, and how it words sizes.
import type { Warning } from '../../model/index.ts'

export type SideName = 'baseline' | 'candidate'

/** What the processes of a side did, in run order. */
export type Work = {
  /** User and system time together, in nanoseconds. */
  cpuTime: number[]
  /** Null where they were not counted. */
  instructions: number[] | null
}

/** One side of a row; `order[i]` is the position of run i among all runs of its job, null where that is unknown. */
export type NoisySide = {
  /** Raw measurements of each run, in run order. */
  runs: number[][]
  /** The number that stands for each run. */
  values: number[]
  order: number[] | null
  /** The codes of what disturbed each run, in run order; absent or null where nobody looked. */
  doubts?: string[][] | null
  /** Absent or null where the values are not wall times of processes. */
  work?: Work | null
}

/** One row's sides; the baseline is null where earlier jobs stored it: only what is measured now can be improved. */
export type NoisyRow = {
  unit: string
  baseline: NoisySide | null
  candidate: NoisySide
  /** Nanoseconds that an empty process takes where the values are wall times of processes, null where they are not. */
  processFloor?: number | null
}

/** One side in run order: the logs of its run values; of counts with zeros, which have none, shares of their median. */
export type LevelSide = { name: SideName; levels: number[]; order: number[] | null }

/** What was found, and the sides with that taken out; null where nothing else can be told apart from it. */
export type Diagnosis = { warning: Warning; rest: LevelSide[] | null }

/** Effects below 1 % are not worth a word: half of the usual no-change band. */
export const SMALLEST_EFFECT = Math.log(1.01)

/** The size of a change on the log scale, without its sign: 0.058 → `6.0 %`. */
export function sizeText(logChange: number): string {
  const percent = Math.abs(100 * Math.expm1(logChange))
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`
}

/** The same with its sign: `+6.0 %`, `−12 %`. */
export function changeText(logChange: number): string {
  return `${logChange < 0 ? '−' : '+'}${sizeText(logChange)}`
}

/** `a`, `a and b`, `a, b and c`. */
export function listText(items: string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}
