// What one job measured, a machine of a matrix or an attempt of a job, in which the runs of both sides alternated.
import type { Block } from '../../stats/ranks/stratified-ranks.ts'

/** One number per run (raw scale, at least 0) of each side, measured in one job; reports show the name. */
export type MeasuredBlock = { baseline: number[]; candidate: number[]; name?: string }

/** What a report calls block `index` (from 0). */
export function blockName({ name }: MeasuredBlock, index: number): string {
  return name ?? `block ${index + 1}`
}

/** Whether a run of any block is zero, which has no logarithm. */
export function hasZero(blocks: MeasuredBlock[]): boolean {
  return blocks.some(({ baseline, candidate }) => baseline.includes(0) || candidate.includes(0))
}

/** The same runs on the log scale. */
export function logsOf(blocks: MeasuredBlock[]): Block[] {
  return blocks.map(({ baseline, candidate }) => ({ a: baseline.map(Math.log), b: candidate.map(Math.log) }))
}
