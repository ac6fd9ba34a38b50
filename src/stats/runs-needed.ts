// How many runs a side would find an effect. The sd of a pilot is uncertain, so its upper confidence bound is
// planned with: otherwise half of all pilots promise too much.
import { detectableEffect } from './detectable-effect.ts'
import { upperSd } from './upper-sd.ts'

export type RunsNeededInput = {
  /** The standard deviation of the runs' log values, and the degrees of freedom it was estimated with. */
  sd: number
  df: number
  /** The log effect to find, with this power at this two-sided alpha. */
  effect: number
  alpha: number
  power: number
  /** More runs than this are not worth naming; 1000 unless told. */
  maximum?: number
}

/** The smallest number of runs a side, at least 2, or null when `maximum` runs are too few. */
export function runsNeeded(input: RunsNeededInput): number | null {
  const { effect, alpha, power, maximum = 1000 } = input
  const sd = upperSd(input.sd, input.df)
  const isEnough = (runs: number) =>
    detectableEffect({ sd, runsA: runs, runsB: runs, alpha, power }) <= effect
  if (!isEnough(maximum)) return null
  let [low, high] = [2, maximum]
  while (low < high) {
    const runs = (low + high) >> 1
    if (isEnough(runs)) high = runs
    else low = runs + 1
  }
  return low
}
