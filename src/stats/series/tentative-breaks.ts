// Steps and autocorrelation look alike: a level that changes and changes back passes for noise that wanders. Which of
// the two describes the values more cheaply decides what the noise is estimated around. Minimum description length
// for autoregressions with breaks: Davis, Lee & Rodriguez-Yam (2006), JASA 101.
import { centredBetween, levelNoise } from './level-noise.ts'
import { stepScan } from './step-scan.ts'

/** What one more break has to gain, in units of ln n on the scale of −2·log-likelihood. */
const PRICE = 5
/** As many breaks beyond the first are tried: in wandering noise one could go on for long. */
const MOST = 12

/** −2·log-likelihood of AR(1) noise around the levels between `breaks`, up to a constant. */
function misfit(values: Float64Array, breaks: number[]): number {
  const { sd, autocorrelation } = levelNoise(values, breaks, 0)
  return values.length * Math.log(sd * sd * (1 - autocorrelation ** 2))
}

/** The `breaks` and those that have to be added, largest steps first, to describe the values most cheaply. */
export function tentativeBreaks(values: Float64Array, breaks: number[], minSide: number): number[] {
  const price = PRICE * Math.log(values.length)
  let tried = breaks
  let best = { breaks, cost: misfit(values, breaks) }
  for (let added = 1; added <= MOST; added++) {
    const step = stepScan(values.length, tried, minSide, 1)(centredBetween(values, tried))
    // Not even in independent noise would this one be worth its price.
    if (!step || -values.length * Math.log1p(-step.share) < price) break
    tried = [...tried, step.at].sort((x, y) => x - y)
    const cost = misfit(values, tried) + added * price
    if (cost < best.cost) best = { breaks: tried, cost }
  }
  return best.breaks
}
