// What the runs of one row say: how far apart the sides are, how sure that is, and what could have been seen.
import type { Better } from '../model.ts'

/** Everything on the log scale of candidate / baseline unless said; functions of the level asked for. */
export type Estimate = {
  ratio: number | null
  p: number | null
  interval: (level: number) => [number, number] | null
  detectable: (alpha: number) => number | null
  runsNeeded: (alpha: number, effect: number) => number | null
  /** Why nothing can be significant here, where that is so. */
  hindrance: string | null
}

/** Power at which the detectable effect and the runs needed are stated. */
export const power = 0.8

/** An estimate that can say nothing, and why. */
export function noEstimate(hindrance: string): Estimate {
  return {
    ratio: null,
    p: null,
    interval: () => null,
    detectable: () => null,
    runsNeeded: () => null,
    hindrance,
  }
}

/** Whether a ratio is in the bad direction of a metric. */
export function isWorse(ratio: number, better: Better): boolean {
  return better === 'lower' ? ratio > 1 : ratio < 1
}
