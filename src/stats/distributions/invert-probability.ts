// Solves probability(x) = target for x > 0 on the log-log scale, where the tails of distributions are close to
// straight lines: Newton steps, kept inside a shrinking bracket by bisection.

/** A monotone probability of x with its derivative. */
export type Probability = (x: number) => { value: number; slope: number }

/** A Newton step on the log-log scale this small leaves an error of its square, below double precision. */
const LAST_STEP = 1e-9

/**
 * The x > 0 at which a monotone probability (rising or falling) takes the value `target` in (0, 1), to about the
 * precision of the function itself. `start` is a first guess.
 */
export function invertProbability(probability: Probability, target: number, start: number): number {
  let low = Number.MIN_VALUE
  let high = Number.MAX_VALUE
  let x = Math.min(Math.max(start, low), high)
  for (let step = 0; step < 200; step++) {
    const { value, slope } = probability(x)
    const isBelow = value < target === slope > 0
    if (isBelow) low = x
    else high = x
    const change = (value / (slope * x)) * Math.log(target / value)
    const next = x * Math.exp(change)
    if (Math.abs(change) < LAST_STEP) return next
    x = next > low && next < high ? next : Math.sqrt(low) * Math.sqrt(high)
  }
  return x
}
