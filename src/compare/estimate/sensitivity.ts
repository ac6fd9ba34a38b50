// The smallest change that a comparison could have found, and the runs that a given change would take. Both follow from
// the interval that is shown beside them, so that they cannot contradict it.
import { ENOUGH_RUNS } from '../../model/index.ts'
import { tCritical } from '../../stats/distributions/continuous.ts'
import type { Shift } from '../../stats/inference/shift-intervals.ts'
import type { Estimate } from './estimate.ts'

/**
 * The next comparison finds a change of so many half-widths of the interval in 75 to 90 % of cases, in every kind of noise
 * (bench:verdicts, promise "advice"). A robust standard deviation of the runs promises far too much.
 */
const REACH = 1.5

/** More runs than this are not worth naming. */
const MOST_RUNS = 1000

/** The runs a side that an interval rests on, and its degrees of freedom, as t tests count them. */
export type Footing = { runs: number; df: number }

/** How an effect (a fraction) is measured on the scale of the values, and back. */
type EffectScale = { on: (effect: number) => number; off: (shift: number) => number }

/** Logs of values: an effect of 5 % is ×1.05. */
export const logScale: EffectScale = { on: Math.log1p, off: Math.expm1 }

/** The footing of blocks. Sides of m and n runs count as 2 / (1/m + 1/n) each: equal ones have as precise a difference. */
export function footingOf(blocks: { a: number[]; b: number[] }[]): Footing {
  const perSide = blocks.map(({ a, b }) => 2 / (1 / a.length + 1 / b.length))
  return {
    runs: perSide.reduce((sum, runs) => sum + runs, 0) / blocks.length,
    df: blocks.reduce((sum, { a, b }) => sum + a.length + b.length - 2, 0),
  }
}

/**
 * The runs a side that find `effect`, given that `runs` a side find `detectable`; both are on the scale of the values.
 * At least `fewest`, and null for more than a thousand. The half-width goes with its t quantile and with 1 / √runs.
 */
export function runsToFind(
  { runs, df }: Footing,
  { detectable, effect, alpha }: { detectable: number; effect: number; alpha: number },
  fewest = ENOUGH_RUNS,
): number | null {
  const scaled = (detectable / effect) ** 2
  /** How many times as wide the half-width is with so many times the runs. */
  const width = (times: number) => tCritical(alpha, df * times) / tCritical(alpha, df) / Math.sqrt(times)
  if (scaled <= 1) {
    let enough = fewest
    while (enough < runs && detectable * width(enough / runs) > effect) enough++
    return enough
  }
  const needed = Math.max(fewest, Math.ceil(runs * scaled ** 2 * width(scaled) ** 2))
  return needed <= MOST_RUNS ? needed : null
}

/**
 * The detectable effect of an estimate, and the runs that a given effect needs. An estimate that is not significant is never larger
 * than the detectable effect. `test` is done again when it is asked for:
 * until the last of thousands of rows is judged, what their tests keep for further intervals would take most of the memory.
 */
export function sensitivity(
  test: () => Pick<Shift, 'shift' | 'intervalAt'>,
  footing: Footing,
  scale: EffectScale,
): Pick<Estimate, 'detectable' | 'runsNeeded'> {
  const reach = (alpha: number) => {
    const { shift, intervalAt } = test()
    const [low, high] = intervalAt(1 - alpha)
    return Math.max((REACH * (high - low)) / 2, high - shift, shift - low)
  }
  return {
    detectable: alpha => scale.off(reach(alpha)),
    // A comparison that could not decide needs more runs than it had.
    runsNeeded: (alpha, effect) =>
      runsToFind(
        footing,
        { detectable: reach(alpha), effect: scale.on(effect), alpha },
        Math.floor(footing.runs) + 1,
      ),
  }
}
