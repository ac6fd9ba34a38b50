// The steps of a series that describe it most cheaply, before any is tested: minimum description length for autoregressions
// with breaks (Davis, Lee & Rodriguez-Yam 2006, JASA 101).
import { centredBetween, evenBetween, levelNoise, segmentsOf, segmentVariances } from './level-noise.ts'
import { stepScan } from './step-scan.ts'

/**
 * What one more break has to explain, in units of ln n on the scale of −2·log-likelihood. On real histories 2 finds no
 * more steps that anybody would see, and 4 loses some.
 */
const PRICE = 3

/** −2·log-likelihood of AR(1) noise around the levels between `breaks`, each with its own variance, up to a constant. */
function misfit(values: Float64Array, breaks: number[]): number {
  const { autocorrelation } = levelNoise(values, breaks, 0)
  const variances = segmentVariances(centredBetween(values, breaks), breaks)
  const spread = segmentsOf(values.length, breaks).reduce(
    (sum, [from, to], i) => sum + (to - from) * Math.log(variances[i] as number),
    0,
  )
  return spread + values.length * Math.log(1 - autocorrelation ** 2)
}

/**
 * The `breaks` and those that have to be added, strongest steps first and at most `most`, to describe the values most
 * cheaply. Steps and autocorrelation look alike, since a level that changes and changes back passes for noise that wanders.
 * The cheaper description decides around which levels the noise is estimated.
 */
export function describedSteps(
  values: Float64Array,
  breaks: number[],
  { minSide, most }: { minSide: number; most: number },
): number[] {
  const price = PRICE * Math.log(values.length)
  let tried = breaks
  let best = { breaks, cost: misfit(values, breaks) }
  for (let added = 1; added <= most; added++) {
    const step = stepScan(values.length, tried, minSide, 1)(evenBetween(values, tried))
    // Not even in independent noise would this one be worth its price.
    if (!step || step.strength < price) break
    tried = [...tried, step.at].sort((x, y) => x - y)
    const cost = misfit(values, tried) + added * price
    if (cost < best.cost) best = { breaks: tried, cost }
  }
  return best.breaks
}
