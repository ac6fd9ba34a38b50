// What it costs to describe values as one level: −2·log-likelihood of an autoregression with a variance of its own.
import { type LevelNoise, PRIOR } from './level-noise.ts'

// Looked up once: test runners make every use of a global slow.
const { log, max } = Math

/**
 * The tables from which the cost of any level [from, to) is put together at once, because every possible level is
 * tried. Each level has its own variance. The cost is exact for AR(1) noise that begins anew with the level.
 */
export type LevelCosts = {
  /** Weighted sums of the innovations (what is new in each value), and of their squares: before it, and up to it. */
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

/** The tables for values around a common centre, with noise like this. */
export function levelCosts(values: Float64Array, { sd, autocorrelation }: LevelNoise): LevelCosts {
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
export function levelCost(
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
