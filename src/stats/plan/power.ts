// The effect that a planned comparison finds with a given power, and the runs that an effect needs, for runs with and
// without pairs: the usual sum of two t quantiles (an approximation to the noncentral t, Cohen 1988).
import { detectableFactor, levelOfT, smallestBlockedRankP, smallestSignedRankP, upperSd } from './factors.ts'

/**
 * The standard deviation of a block's run log values, which may differ between blocks, and its runs a side.
 */
type PlannedBlock = { sd: number; runsA: number; runsB: number }

type BlockedEffectInput = { blocks: PlannedBlock[]; alpha: number; power: number }

/**
 * The log effect (difference of log means; ratio = exp), the same in all of at least one block, that a two-sided test
 * at `alpha` finds with probability `power`. Weights that are estimated raise the variance of the shared difference by
 * 2·Σ weight·(1 − weight)/df (Meier 1953): half of what the test adds, whose other half is for seeming too sure.
 * Infinity when a block has no degree of freedom, 0 when one has no variance.
 */
export function blockedDetectableEffect({ blocks, alpha, power }: BlockedEffectInput): number {
  if (blocks.some(({ runsA, runsB }) => runsA < 1 || runsB < 1 || runsA + runsB < 3)) {
    return Number.POSITIVE_INFINITY
  }
  const level = levelOfT(alpha, smallestBlockedRankP(blocks))
  const [only] = blocks
  // One block needs no weights. The sums below would give the same, but for rounding.
  if (only && blocks.length === 1) {
    const { sd, runsA, runsB } = only
    return detectableFactor(level, power, runsA + runsB - 2) * sd * Math.sqrt(1 / runsA + 1 / runsB)
  }
  const variances = blocks.map(({ sd, runsA, runsB }) => sd ** 2 * (1 / runsA + 1 / runsB))
  if (variances.includes(0)) return 0
  const precision = variances.reduce((sum, variance) => sum + 1 / variance, 0)
  let [inflation, inverseDf] = [1, 0]
  blocks.forEach(({ runsA, runsB }, i) => {
    const weight = 1 / (variances[i] as number) / precision
    inflation += (2 * weight * (1 - weight)) / (runsA + runsB - 2)
    inverseDf += weight ** 2 / (runsA + runsB - 2)
  })
  return detectableFactor(level, power, 1 / inverseDf) * Math.sqrt(inflation / precision)
}

type BlockedRunsInput = {
  /** The standard deviation of each block's run log values, and the degrees of freedom of all of them together. */
  sds: number[]
  df: number
  /** The log effect to find, with this power at this two-sided alpha. */
  effect: number
  alpha: number
  power: number
  /** More runs than this are not worth naming; 1000 by default. */
  maximum?: number
}

/**
 * The smallest number of runs a side of every block, at least 2, or null when `maximum` runs are too few. The sd of a
 * pilot is uncertain, so its upper bound is planned with: otherwise half of all pilots promise too much.
 */
export function blockedRunsNeeded({ sds, ...input }: BlockedRunsInput): number | null {
  const { df, effect, alpha, power, maximum = 1000 } = input
  const upper = sds.map(sd => upperSd(sd, df))
  return smallestCount(maximum, runs => {
    const blocks = upper.map(sd => ({ sd, runsA: runs, runsB: runs }))
    return blockedDetectableEffect({ blocks, alpha, power }) <= effect
  })
}

type PairedEffectInput = { sd: number; pairs: number; alpha: number; power: number }

/**
 * The log effect (mean of pair differences; ratio = exp) that the paired test at two-sided `alpha` finds with
 * probability `power`, for a standard deviation `sd` of the differences: the sum of two t quantiles (an
 * approximation to the noncentral t, Cohen 1988) with n − 1 degrees of freedom. Infinity without one.
 */
export function pairedDetectableEffect({ sd, pairs, alpha, power }: PairedEffectInput): number {
  const df = pairs - 1
  if (df < 1) return Number.POSITIVE_INFINITY
  const level = levelOfT(alpha, smallestSignedRankP(pairs))
  return (detectableFactor(level, power, df) * sd) / Math.sqrt(pairs)
}

type PairsNeededInput = Omit<BlockedRunsInput, 'sds'> & { sd: number }

/**
 * The smallest number of pairs, at least 2, for a pilot's sd of the differences; null when `maximum` are too
 * few.
 */
export function pairsNeeded(input: PairsNeededInput): number | null {
  const { effect, alpha, power, maximum = 1000 } = input
  const sd = upperSd(input.sd, input.df)
  return smallestCount(maximum, pairs => pairedDetectableEffect({ sd, pairs, alpha, power }) <= effect)
}

/** The smallest integer from 2 to `maximum` that is enough, or null; what is enough must stay so for more. */
function smallestCount(maximum: number, isEnough: (count: number) => boolean): number | null {
  if (!isEnough(maximum)) return null
  let [low, high] = [2, maximum]
  while (low < high) {
    const count = (low + high) >> 1
    if (isEnough(count)) high = count
    else low = count + 1
  }
  return low
}
