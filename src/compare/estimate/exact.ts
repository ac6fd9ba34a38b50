// Estimates a row in which all runs of a side gave the same number. For a deterministic metric equality decides. Times may be of a
// simulated clock, of rounded output, or of a clock too coarse to see how runs vary: the numbers themselves bound its step, and the
// step says how far the truth may be.
import { exactComparison } from '../../stats/inference/ratios.ts'
import { stratifiedHodgesLehmann } from '../../stats/ranks/hodges-lehmann.ts'
import { choose } from '../../stats/ranks/rank-sum-distribution.ts'
import { stratifiedRankP, stratifiedRanks } from '../../stats/ranks/stratified-ranks.ts'
import { isClocked, isTime } from '../../units.ts'
import { hasZero, logsOf, type MeasuredBlock } from '../sides/rounds/measured-block.ts'
import { largestStep } from './clock-step.ts'
import { type Estimate, effectOf, noEstimate } from './estimate.ts'

const MOST_RUNS = 1000

const TOO_COARSE =
  'every run of both sides gave exactly the same number: the clock may be too coarse for the band'
const ONE_STEP =
  'the runs of a side all gave the same number, and the sides are one step of the clock apart: measure more runs'

/** One block: its ratio, the ratios that it may stand for, and how many steps of the clock its sides are apart. */
type Compared = { ratio: number; low: number; high: number; steps: number }

function compared({ baseline, candidate }: MeasuredBlock): Compared {
  const [before, after] = [baseline[0] as number, candidate[0] as number]
  const step = largestStep([before, after])
  // A time that was rounded to a step is within half of it.
  const ratio = (sign: number) => (after + (sign * step) / 2) / (before - (sign * step) / 2)
  const steps = Math.round((after - before) / step)
  // Next to each other, both may be at the edge between them.
  const [low, high] = [steps === 1 ? 1 : ratio(-1), steps === -1 ? 1 : ratio(1)]
  return { ratio: after / before, low, high, steps }
}

/** The fewest runs a side whose exact rank test can reject at `alpha`. */
function fewestRuns(alpha: number): number | null {
  for (let runs = 2; runs <= MOST_RUNS; runs++) if (2 / choose(2 * runs, runs) < alpha) return runs
  return null
}

/**
 * The estimate of times above 0 that never vary within a side. Where the sides are two steps of the clock apart in every
 * block, and in the same direction, they differ whatever the clock. With one step both may lie at its edge. A run is then
 * as likely on either side of it while nothing changed, and the ranks say how likely it is that they part like that.
 */
export function unvaryingTimes(blocks: MeasuredBlock[]): Estimate {
  const each = blocks.map(compared)
  const interval: [number, number] = [
    Math.min(...each.map(({ low }) => low)),
    Math.max(...each.map(({ high }) => high)),
  ]
  const most = each.reduce((found, one) => (effectOf(one.ratio) > effectOf(found.ratio) ? one : found))
  const known = { ...noEstimate(null), interval, equivalenceInterval: interval }
  const areSame = each.every(({ steps }) => steps === 0)
  // What is shown is what was measured; how far both may be from it decides.
  if (areSame) return { ...known, interval: null, ratio: 1, doubt: TOO_COARSE }
  if (each.every(({ steps }) => steps > 1) || each.every(({ steps }) => steps < -1))
    return { ...known, ratio: most.ratio }
  const logs = logsOf(blocks)
  return {
    ...known,
    ratio: each.length === 1 ? most.ratio : Math.exp(stratifiedHodgesLehmann(logs)),
    p: stratifiedRankP(stratifiedRanks(logs)(0)),
    runsNeeded: fewestRuns,
    doubt: ONE_STEP,
  }
}

const GROWN_AND_FALLEN = 'some blocks rose from 0 and others fell: they share no ratio'

/** An exact ratio in the range of several; nulls for growth from nothing, which has none and is exact all the same. */
function exactRatio(ratio: number | null, interval: [number, number] | null): Estimate {
  return { ...noEstimate(null), ratio, interval, equivalenceInterval: interval }
}

const COARSE_CLOCK =
  'every run of a side took exactly the same time, and some took 0: the clock is too coarse'

/**
 * The estimate when no side of any block varies, else null. Nothing is averaged: the ratio is that of the block that changed
 * most, the interval the range of all. Of times and rates the clock is asked as well, but a rate may be 0.
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
