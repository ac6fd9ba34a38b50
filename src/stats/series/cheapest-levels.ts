// The levels that describe values most cheaply, for given noise: optimal partitioning (Jackson et al. 2005, IEEE Signal
// Process. Lett. 12), of the places alone at which a level could begin.
import { type LevelCosts, levelCost } from './level-costs.ts'

// Looked up once: test runners make every use of a global slow.
const { floor, log, max } = Math

/** The price of each step, and the fewest values of a level. */
export type Terms = { price: number; minSide: number }

/** Levels of these lengths, in units of the shortest one, show a short level and a plain step to the night. */
const SHORT = [1, 2, 4, 8]
/** The share of its price that a step has to save between them: they hold a part of what shows it. */
const SHOWN = 0.5
/**
 * Of a stretch with twice, three times … as many places as these, every second, third … one is tried beside those that short
 * levels show. Other steps are no larger than the noise, and levels that long are hardly dearer a few nights beside their places.
 */
const PLACES = 400

/** Whether a step at `at` between levels of some short length saves so much. */
function isShown(at: number, [start, end]: [number, number], costs: LevelCosts, terms: Terms): boolean {
  return SHORT.some(times => {
    const [from, to] = [at - times * terms.minSide, at + times * terms.minSide]
    if (from < start || to > end) return false
    const saved = levelCost(costs, from, to) - levelCost(costs, from, at) - levelCost(costs, at, to)
    return saved >= SHOWN * terms.price
  })
}

/** The places at which the levels of [start, end) may begin, and its end. */
function boundsWithin([start, end]: [number, number], costs: LevelCosts, terms: Terms): Int32Array {
  const bounds = new Int32Array(end - start + 1)
  const stride = max(1, floor((end - start) / PLACES))
  let count = 0
  bounds[count++] = start
  for (let at = start + terms.minSide; at <= end - terms.minSide; at++)
    if ((at - start) % stride === 0 || isShown(at, [start, end], costs, terms)) bounds[count++] = at
  bounds[count++] = end
  return bounds.subarray(0, count)
}

/** The first values of the levels, but the first one, that hold [start, end) most cheaply. */
export function cheapestWithin([start, end]: [number, number], costs: LevelCosts, terms: Terms): number[] {
  if (end - start < 2 * terms.minSide) return []
  const { sums, squares, sumsBefore, squaresBefore, share, divisor, prior, perLevel } = costs
  const bounds = boundsWithin([start, end], costs, terms)
  const least = new Float64Array(end + 1)
  const begin = new Int32Array(end + 1).fill(start)
  // The places at which the last level may begin. One that is dearer than a further step at `to` never gets cheaper than
  // that step again (PELT: Killick, Fearnhead & Eckley 2012, JASA 107). One price more allows for the prior.
  const froms = new Int32Array(bounds.length)
  const tried = new Float64Array(bounds.length)
  let [count, next] = [0, 0]
  for (const to of bounds.subarray(1)) {
    while ((bounds[next] as number) <= to - terms.minSide) froms[count++] = bounds[next++] as number
    const [sumsTo, squaresTo] = [sums[to] as number, squares[to] as number]
    let [cheapest, at] = [Number.POSITIVE_INFINITY, start]
    for (let i = 0; i < count; i++) {
      // As levelCost, whose call would take longer than this.
      const from = froms[i] as number
      const size = to - from
      const sum = sumsTo - (sumsBefore[from] as number)
      const around = squaresTo - (squaresBefore[from] as number) - sum * sum * (share[size] as number)
      // Rounding can leave less than nothing.
      const cost = (least[from] as number) + size * log(prior + max(around, 0)) - (divisor[size] as number)
      tried[i] = cost
      if (cost < cheapest) {
        cheapest = cost
        at = from
      }
    }
    least[to] = cheapest + perLevel + terms.price
    begin[to] = at
    const most = (least[to] as number) + terms.price
    let kept = 0
    for (let i = 0; i < count; i++) if ((tried[i] as number) <= most) froms[kept++] = froms[i] as number
    count = kept
  }
  const found: number[] = []
  for (let at = begin[end] as number; at > start; at = begin[at] as number) found.unshift(at)
  return found
}
