// A block is the runs of both sides in one job. Each machine of a matrix is one, and each attempt of a job. This file also
// says why a block has too few runs.
import { ENOUGH_RUNS } from '../../../model/index.ts'
import type { Block } from '../../../stats/ranks/stratified-ranks.ts'
import type { ComparisonRequest } from '../../comparison-request.ts'
import { buildsOf, perBuild, sessionOfSample } from '../builds.ts'
import type { RowInput } from '../row-inputs.ts'
import type { Pairs } from './duet.ts'
import { areRounds, baselineFirst } from './rounds.ts'

/**
 * One number per run (raw scale, at least 0) of each side, or per build where it had several, measured in one job; reports show the name. `baselineFirst` says
 * of each pair of a duet whether the baseline had the first core. `inRounds`: the i-th runs of both sides followed each other.
 */
export type MeasuredBlock = Pairs & { name?: string; inRounds?: true }

const firstOf = (runs: number, { baseline, candidate }: MeasuredBlock) => ({
  baseline: baseline.slice(0, runs),
  candidate: candidate.slice(0, runs),
})

/** The blocks of a row: a session pair in which either side lacks the entry has no ratio and is no block. */
export function measuredBlocks(
  { values: { baselines, candidates }, ...samples }: Pick<RowInput, 'values' | 'baselines' | 'candidates'>,
  request: ComparisonRequest,
): MeasuredBlock[] {
  return baselines.flatMap((baseline, i) => {
    const candidate = candidates[i]
    if (!baseline || !candidate) return []
    const [before, after] = (['baselines', 'candidates'] as const).map(side => {
      const session = request[side][i]
      return session && sessionOfSample(session, samples[side][i])
    })
    const name = after?.testbed?.facts.machine
    const runs = Math.min(baseline.length, candidate.length)
    const builds = after ? buildsOf(after) : null
    const first = before && after ? baselineFirst(before, after, runs) : null
    const counts = { before: baseline.length, after: candidate.length }
    const inRounds = before && after && areRounds(before, after, counts) ? { inRounds: true as const } : {}
    // The run of an unfinished pair has nothing to be compared with.
    const sides =
      first === null
        ? { baseline: perBuild(baseline, builds), candidate: perBuild(candidate, builds), ...inRounds }
        : { ...firstOf(runs, { baseline, candidate }), baselineFirst: first }
    return [{ ...sides, ...(name ? { name } : {}) }]
  })
}

/** The name of block `index` (from 0) in a report. */
export function blockName({ name }: MeasuredBlock, index: number): string {
  return name ?? `block ${index + 1}`
}

/** ` of arm-1`, where there are several blocks. */
const ofBlock = (blocks: MeasuredBlock[], i: number): string =>
  blocks.length === 1 ? '' : ` of ${blockName(blocks[i] as MeasuredBlock, i)}`

/** Whether a run of any block is zero, which has no logarithm. */
export function hasZero(blocks: MeasuredBlock[]): boolean {
  return blocks.some(({ baseline, candidate }) => baseline.includes(0) || candidate.includes(0))
}

/** The same runs on the log scale. */
export function logsOf(blocks: MeasuredBlock[]): Block[] {
  return blocks.map(({ baseline, candidate }) => ({ a: baseline.map(Math.log), b: candidate.map(Math.log) }))
}

/** Thirty measurements of one process may look like plenty, so the message explains. */
export const oneRun = 'one run only: however often one process measures, that does not show how runs vary'

/** Why a side of fewer than two runs cannot be compared, or null. Of several blocks, it names the block. */
export function tooFewRuns(blocks: MeasuredBlock[]): string | null {
  if (blocks.length === 0) return 'no block was measured'
  for (const [i, block] of blocks.entries()) {
    for (const side of ['baseline', 'candidate'] as const) {
      const runs = block[side].length
      if (runs >= 2) continue
      return `the ${side}${ofBlock(blocks, i)} has ${runs === 0 ? 'no run' : oneRun}`
    }
  }
  return null
}

/**
 * Why so few runs against so many decide nothing, or null: Welch's test trusts the few when they happen to agree. Simulated
 * at 1 %, 2 against 10 give a false alarm in 2.7 % of cases, in each of two blocks in 4.8 %, and 2 against 50 in 7 %.
 */
export function unbalanced(blocks: MeasuredBlock[]): string | null {
  for (const [i, { baseline, candidate }] of blocks.entries()) {
    const [before, after] = [baseline.length, candidate.length]
    const [few, many] = [Math.min(before, after), Math.max(before, after)]
    if (few >= ENOUGH_RUNS || many <= 2 * few) continue
    const runs = `the baseline${ofBlock(blocks, i)} has ${before} runs and the candidate ${after}`
    return `${runs}: measure at least ${ENOUGH_RUNS} of each side`
  }
  return null
}
