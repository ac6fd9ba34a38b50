// Runs of a duet. Both sides of a pair run at the same time, each on a core of its own. They swap the cores from pair
// to pair. A disturbance of the whole machine slows both and cancels in their ratio. A difference between the cores
// cancels as well. It adds to the ratio in pairs where the candidate has the first core, and is subtracted where the
// baseline has. Services share their CPUs: there the first is the one that was started first.
import type { Block } from '../../../stats/ranks/stratified-ranks.ts'

/** One number per run of each side, and of each pair whether the baseline had the first core; without that it is no duet. */
export type Pairs = { baseline: number[]; candidate: number[]; baselineFirst?: boolean[] }

const FEWEST_OF_EACH = 2

/**
 * The log ratios first core / second core of the pairs of each block: `a` of those in which the baseline had the first
 * core, `b` of the others. The shift from `a` to `b` is twice the log ratio candidate / baseline. Null unless every block
 * is a duet whose values are above 0, with at least two pairs of either kind.
 */
export function coreRatios(blocks: Pairs[]): Block[] | null {
  const found = blocks.map(({ baseline, candidate, baselineFirst }) => {
    if (baselineFirst === undefined || baseline.length !== candidate.length) return null
    if (baseline.includes(0) || candidate.includes(0)) return null
    const ratios = candidate.map((value, i) => Math.log(value) - Math.log(baseline[i] as number))
    const a = ratios.filter((_, i) => baselineFirst[i]).map(ratio => -ratio)
    const b = ratios.filter((_, i) => !baselineFirst[i])
    return Math.min(a.length, b.length) < FEWEST_OF_EACH ? null : { a, b }
  })
  const known = found.filter(block => block !== null)
  return known.length === blocks.length ? known : null
}
