// The steps of a series that describe it most cheaply, before any is tested: minimum description length for
// autoregressions with breaks (Davis, Lee & Rodriguez-Yam 2006, JASA 101). With known noise the cheapest description of
// all is found. Adding the largest step, one after the other, passes over a level of a few nights in the middle of many.
import { remembered } from '../remembered.ts'
import { cheapestWithin, type Terms } from './cheapest-levels.ts'
import { hampelScale } from './hampel.ts'
import { levelCost, levelCosts } from './level-costs.ts'
import { centredBetween, type LevelNoise, levelNoise, likeliestNoise, segmentsOf } from './level-noise.ts'

/** The price of one more break, times ln n. On real histories 2 finds no more steps that anybody would see, and 4 loses some. */
const PRICE = 3
/** Fewer values pay the price of so many: with their own, a dozen autocorrelated ones have a step twice as often. */
const SHORT = 120

// Looked up once: test runners make every use of a global slow.
const { log, max } = Math

/** −2·log-likelihood of noise like this around the levels between `breaks`, up to a constant. */
function misfit(values: Float64Array, breaks: number[], noise: LevelNoise): number {
  const costs = levelCosts(centredBetween(values, []), noise)
  return segmentsOf(values.length, breaks).reduce((sum, [from, to]) => sum + levelCost(costs, from, to), 0)
}

/** The `breaks` and those that have to be added to describe the values most cheaply where the noise is like this. */
function cheapest(values: Float64Array, breaks: number[], noise: LevelNoise, terms: Terms): number[] {
  const costs = levelCosts(centredBetween(values, []), noise)
  return segmentsOf(values.length, breaks).flatMap(([start, end], i) => [
    ...(i > 0 ? [start] : []),
    ...cheapestWithin([start, end], costs, terms),
  ])
}

/** The noise with a standard deviation that a step outside of the description does not raise: it would hide all others. */
function steady(noise: LevelNoise, values: Float64Array, breaks: number[]): LevelNoise {
  const distances = centredBetween(values, breaks).map(Math.abs)
  const sd = hampelScale(distances) * Math.sqrt(values.length / noise.df)
  return { ...noise, sd: Math.min(sd, noise.sd) }
}

/** The noise of values that do not carry on, by the distances of neighbours: steps are only a few of them. */
function freshNoise(values: Float64Array): LevelNoise {
  const distances = values.slice(1).map((value, i) => Math.abs(value - (values[i] as number)))
  const sd = hampelScale(distances) / Math.SQRT2
  return { sd, autocorrelation: 0, df: values.length - 1 }
}

/**
 * The `breaks` and those that have to be added to describe the values most cheaply, each level with `minSide` values or
 * more. A level that changes and changes back passes for noise that wanders. So it is looked for from either end: as if all
 * were noise, and as if no noise carried on, as large as all that varies or as the distances of neighbours.
 */
export function describedSteps(values: Float64Array, breaks: number[], minSide: number): number[] {
  if (values.length < 2 * minSide) return breaks
  const terms = { price: PRICE * log(max(values.length, SHORT)), minSide }
  const costing = (tried: number[]) => ({
    breaks: tried,
    cost:
      misfit(values, tried, steady(likeliestNoise(values, tried), values, tried)) +
      (tried.length - breaks.length) * terms.price,
  })
  const described = (noise: LevelNoise) => costing(cheapest(values, breaks, noise, terms))
  const noiseAround = (tried: number[]) => steady(levelNoise(values, tried, 0), values, tried)
  // Searches from different ends meet in one description, and are the same from there on.
  const next = remembered((...tried: number[]) => described(noiseAround(tried)))
  /** A description of noise like this, and of the noise around that one, as long as it gets cheaper. */
  const improved = (noise: LevelNoise) => {
    let best = described(noise)
    while (best.breaks.length > breaks.length) {
      const other = next(...best.breaks)
      if (!(other.cost < best.cost)) break
      best = other
    }
    return best
  }
  const none = costing(breaks)
  const noise = noiseAround(breaks)
  if (noise.sd === 0) return breaks
  const starts = [noise, { ...noise, autocorrelation: 0 }, freshNoise(values)]
  const all = [none, ...starts.map(improved)]
  return all.reduce((best, each) => (each.cost < best.cost ? each : best)).breaks
}
