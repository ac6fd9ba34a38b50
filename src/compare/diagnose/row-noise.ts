// The input and the result of a noise diagnosis.
import type { Warning } from '../../model/index.ts'

export type SideName = 'baseline' | 'candidate'

/** The work that the processes of a side did, in run order. */
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
  /** The codes of the disturbances of each run, in run order; absent or null where none were looked for. */
  doubts?: string[][] | null
  /** Absent or null where the values are not wall times of processes. */
  work?: Work | null
}

/** One row's sides. The baseline is null where earlier jobs stored it, since only this job can be improved. */
export type NoisyRow = {
  unit: string
  baseline: NoisySide | null
  candidate: NoisySide
  /** Nanoseconds that an empty process takes where the values are wall times of processes, null where they are not. */
  processFloor?: number | null
  /** Whether each run is of another build, whose code lies elsewhere. */
  isOfBuilds?: boolean
  /** Whether the measurements of a run get longer, as criterion's samples do. */
  samplesGrow?: boolean
}

/** The sides that a row has, with their names. */
export function namedSides({ baseline, candidate }: NoisyRow): (NoisySide & { name: SideName })[] {
  const named = { ...candidate, name: 'candidate' as const }
  return baseline === null ? [named] : [{ ...baseline, name: 'baseline' }, named]
}

/** One side in run order, as logs of its run values; of counts with zeros, as shares of their median. */
export type LevelSide = { name: SideName; levels: number[]; order: number[] | null }

/** A diagnosis that applies: its warning, and the sides without that effect; null when no further diagnosis is possible. */
export type Diagnosis = { warning: Warning; rest: LevelSide[] | null }

/** Effects below 1 %, half of the usual no-change band, are not reported. */
export const SMALLEST_EFFECT = Math.log(1.01)
