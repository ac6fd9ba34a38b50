// The steps of a series that describe it most cheaply, before any is tested: minimum description length for
// autoregressions with breaks (Davis, Lee & Rodriguez-Yam 2006, JASA 101). With known noise the cheapest description of
// all is found (optimal partitioning: Jackson et al. 2005, IEEE Signal Process. Lett. 12). Adding the largest step, one
// after the other, passes over a level of a few nights in the middle of many.
import { remembered } from '../remembered.ts'
import { hampelScale } from './hampel.ts'
import {
  centredBetween,
  type LevelNoise,
  levelNoise,
  likeliestNoise,
  PRIOR,
  segmentsOf,
} from './level-noise.ts'

/**
 * The price of one more break: it must lower −2·log-likelihood by so many times ln n. On real histories 2 finds no more
 * steps that anybody would see, and 4 loses some.
 */
const PRICE = 3
/**
 * A history of fewer values pays the price of so many. With the price of its own, a dozen values of autocorrelated noise
 * have a step twice as often.
 */
const SHORT = 120

// Looked up once: test runners make every use of a global slow.
const { log, max } = Math

/** The price of each step, and the fewest values of a level. */
type Terms = { price: number; minSide: number }

/**
 * The tables from which the cost of any level [from, to) is put together at once, because every possible level is
 * tried. Each level has its own variance. The cost is exact for AR(1) noise that begins anew with the level.
 */
type LevelCosts = {
  /**
   * Weighted sums of what is new in each value (the innovations), and of its squares: those before it, and up to it.
   */
  sums: Float64Array
  squares: Float64Array
  sumsBefore: Float64Array
  squaresBefore: Float64Array
  /** By the number n of values: one over the sum of the weights, and n times the log of the variance's divisor. */
  share: Float64Array
  divisor: Float64Array
  prior: number
  perLevel: number
}

function levelCosts(values: Float64Array, { sd, autocorrelation }: LevelNoise): LevelCosts {
  const n = values.length
  // The first value of a level is less sure of it than the others are, given the one before.
  const [first, later] = [1 - autocorrelation ** 2, 1 - autocorrelation]
  const [sums, squares] = [new Float64Array(n + 1), new Float64Array(n + 1)]
  for (let i = 1; i < n; i++) {
    const fresh = (values[i] as number) - autocorrelation * (values[i - 1] as number)
    sums[i + 1] = (sums[i] as number) + later * fresh
    squares[i + 1] = (squares[i] as number) + fresh * fresh
  }
  return {
    sums,
    squares,
    sumsBefore: values.map((value, i) => (sums[i + 1] as number) - first * value),
    squaresBefore: values.map((value, i) => (squares[i + 1] as number) - first * value * value),
    share: sums.map((_, count) => 1 / (first + (count - 1) * later * later)),
    divisor: sums.map((_, count) => count * log(max(1, PRIOR + count - 1))),
    prior: PRIOR * sd * sd * first,
    perLevel: -log(first),
  }
}

/** −2·log-likelihood of the level [from, to), up to a constant. */
function levelCost(
  { sums, squares, sumsBefore, squaresBefore, share, divisor, prior, perLevel }: LevelCosts,
  from: number,
  to: number,
): number {
  const count = to - from
  const sum = (sums[to] as number) - (sumsBefore[from] as number)
  const around =
    (squares[to] as number) - (squaresBefore[from] as number) - sum * sum * (share[count] as number)
  return count * log(prior + max(around, 0)) - (divisor[count] as number) + perLevel
}

/** −2·log-likelihood of noise like this around the levels between `breaks`, up to a constant. */
function misfit(values: Float64Array, breaks: number[], noise: LevelNoise): number {
  const costs = levelCosts(centredBetween(values, []), noise)
  return segmentsOf(values.length, breaks).reduce((sum, [from, to]) => sum + levelCost(costs, from, to), 0)
}

/** The first values of the levels, but the first one, that hold [start, end) most cheaply. */
function cheapestWithin(
  [start, end]: [number, number],
  { sums, squares, sumsBefore, squaresBefore, share, divisor, prior, perLevel }: LevelCosts,
  { price, minSide }: Terms,
): number[] {
  const least = new Float64Array(end + 1)
  const begin = new Int32Array(end + 1).fill(start)
  // The places at which the last level may begin. One that is dearer than a further step at `to` never gets cheaper than
  // that step again (PELT: Killick, Fearnhead & Eckley 2012, JASA 107). One price more allows for the prior.
  const froms = new Int32Array(end - start + 1)
  const costs = new Float64Array(froms.length)
  let count = 0
  for (let to = start + minSide; to <= end; to++) {
    const [sumsTo, squaresTo] = [sums[to] as number, squares[to] as number]
    let [cheapest, at] = [Number.POSITIVE_INFINITY, start]
    const newest = to - minSide
    if (newest === start || newest >= start + minSide) froms[count++] = newest
    for (let i = 0; i < count; i++) {
      const from = froms[i] as number
      const size = to - from
      const sum = sumsTo - (sumsBefore[from] as number)
      const around = squaresTo - (squaresBefore[from] as number) - sum * sum * (share[size] as number)
      // Rounding can leave less than nothing.
      const cost = (least[from] as number) + size * log(prior + max(around, 0)) - (divisor[size] as number)
      costs[i] = cost
      if (cost < cheapest) {
        cheapest = cost
        at = from
      }
    }
    least[to] = cheapest + perLevel + price
    begin[to] = at
    const most = (least[to] as number) + price
    let kept = 0
    for (let i = 0; i < count; i++) if ((costs[i] as number) <= most) froms[kept++] = froms[i] as number
    count = kept
  }
  const found: number[] = []
  for (let at = begin[end] as number; at > start; at = begin[at] as number) found.unshift(at)
  return found
}

/** The `breaks` and those that have to be added to describe the values most cheaply where the noise is like this. */
function cheapest(values: Float64Array, breaks: number[], noise: LevelNoise, terms: Terms): number[] {
  const costs = levelCosts(centredBetween(values, []), noise)
  return segmentsOf(values.length, breaks).flatMap(([start, end], i) => [
    ...(i > 0 ? [start] : []),
    ...cheapestWithin([start, end], costs, terms),
  ])
}

/**
 * Noise around levels with a standard deviation that a step does not raise, where the description does not hold it: it
 * would hide all others.
 */
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
 * more. Steps and autocorrelation look alike, since a level that changes and changes back passes for noise that
 * wanders. So a description is looked for from either end: as if all were noise, and as if no noise carried on, as large
 * as all that varies or as the distances of neighbours. The cheapest one decides.
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
