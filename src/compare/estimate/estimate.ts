// The estimate of one row: the difference between the sides, its certainty, and the smallest change that could have
// been found.
/** The confidence levels at which an interval is wanted: the one that is shown, and the one for equivalence. */
export type IntervalLevels = { shown: number; equivalence: number }

/** Ratios are candidate / baseline. An interval is null where one of its ends does not exist. */
export type Estimate = {
  ratio: number | null
  p: number | null
  interval: [number, number] | null
  equivalenceInterval: [number, number] | null
  /** The smallest effect (a fraction) that is found in about four of five cases at this level. */
  detectable: (alpha: number) => number | null
  /** Runs per side that find this effect (a fraction) as often at this level. */
  runsNeeded: (alpha: number, effect: number) => number | null
  /** Why nothing can be significant here, where that is so. */
  hindrance: string | null
  /** Below 0 where the candidate's values are lower, above 0 where they are higher. Absent where the ratio shows it. */
  direction?: number
  /** Why an undecided row cannot say more. */
  doubt?: string
}

/** Whether the candidate's values are higher (1), lower (−1), or neither (0); growth from nothing has no ratio. */
export function changeDirection({ direction, ratio }: Estimate): number {
  return direction ?? Math.sign((ratio ?? Number.POSITIVE_INFINITY) - 1)
}

/** Power at which the detectable effect of a stored baseline is stated. */
export const power = 0.8

/** An estimate without any number, and why it has none; null where the caller puts numbers in. */
export function noEstimate(hindrance: string | null): Estimate {
  return {
    ratio: null,
    p: null,
    interval: null,
    equivalenceInterval: null,
    detectable: () => null,
    runsNeeded: () => null,
    hindrance,
  }
}

/** From the log scale back to ratios. */
export function ratioInterval([low, high]: [number, number]): [number, number] {
  return [Math.exp(low), Math.exp(high)]
}

/**
 * The interval of a change that a test found, without 1. Where runs are tied, the test may reject the ratio 1 and
 * accept all ratios close to it. Then that end of the interval is open, and the number next to 1 stands for it.
 */
export function withoutOne([low, high]: [number, number]): [number, number] {
  return [low === 1 ? 1 + Number.EPSILON : low, high === 1 ? 1 - Number.EPSILON : high]
}

/** The size of a change whatever its direction: 0.05 for ×1.05 and for ÷1.05. */
export function effectOf(ratio: number): number {
  return Math.max(ratio, 1 / ratio) - 1
}
