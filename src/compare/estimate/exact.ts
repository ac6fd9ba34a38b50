// Estimates a row in which all runs of a side gave the same number: for a deterministic metric, equality decides.
import { exactComparison } from '../../stats/inference/ratios.ts'
import { isClocked, isTime } from '../../units.ts'
import { hasZero, type MeasuredBlock } from '../sides/rounds/measured-block.ts'
import { type Estimate, effectOf, noEstimate } from './estimate.ts'
import { unvaryingTimes } from './unvarying-times.ts'

const GROWN_AND_FALLEN = 'some blocks rose from 0 and others fell: they share no ratio'

/** An exact ratio in the range of several; nulls for growth from nothing, which has none and is exact all the same. */
function exactRatio(ratio: number | null, interval: [number, number] | null): Estimate {
  return { ...noEstimate(''), ratio, interval, equivalenceInterval: interval, hindrance: null }
}

const COARSE_CLOCK =
  'every run of a side took exactly the same time, and some took 0: the clock is too coarse'

/**
 * The estimate when no side of any block varies, else null. Nothing is estimated then, so nothing is averaged: the
 * ratio is that of the block that changed most, the interval the range of all blocks. Of times and rates the clock is asked as
 * well, but a rate may be 0.
 */
export function unvaryingEstimate(blocks: MeasuredBlock[], unit: string): Estimate | null {
  const ratios: (number | null)[] = []
  for (const { baseline, candidate } of blocks) {
    const exact = exactComparison(baseline, candidate)
    if (exact === null) return null
    ratios.push(exact.ratio)
  }
  if (isTime(unit) && hasZero(blocks)) return noEstimate(COARSE_CLOCK)
  if (isClocked(unit) && !hasZero(blocks)) return unvaryingTimes(blocks)
  const known = ratios.filter(ratio => ratio !== null)
  if (known.length < ratios.length)
    return known.some(ratio => ratio < 1) ? noEstimate(GROWN_AND_FALLEN) : exactRatio(null, null)
  const most = known.reduce((found, ratio) => (effectOf(ratio) > effectOf(found) ? ratio : found))
  return exactRatio(most, [Math.min(...known), Math.max(...known)])
}
