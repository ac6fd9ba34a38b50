// How much each block's ranks count in the stratified test.

const LARGEST = 12
const TOLERANCE = 0.05

/**
 * Van Elteren's weights 1/(runs + 1) (Bulletin of the ISI 37, 1960), the best for a common shift, as small
 * integers: the first multiples that are right within 5 %, so that the exact distribution stays on a small
 * grid. Any weights that do not depend on the measured values give an exact test. Takes the runs of each
 * block, both sides together.
 */
export function blockWeights(runs: number[]): number[] {
  const smallest = Math.min(...runs)
  const wanted = runs.map(count => (smallest + 1) / (count + 1))
  for (let scale = 1; ; scale++) {
    const weights = wanted.map(weight => Math.max(1, Math.round(scale * weight)))
    const isRight = weights.every(
      (weight, i) => Math.abs(weight / (scale * (wanted[i] as number)) - 1) <= TOLERANCE,
    )
    if (isRight || scale === LARGEST) return weights
  }
}
