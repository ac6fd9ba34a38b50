// The variance of a mean that is weighted by the inverse of estimated variances. A block whose variance came
// out small by chance weighs too much and seems too sure: Meier (1953), Biometrics 9, corrects for that. For
// the few runs of benchmarks the blocks' degrees of freedom are reduced first, after Cochran & Carroll
// (1953), Biometrics 9. Measured at 1 %, with two to four equal blocks of 5 v 5 runs: 1.8 to 3.3 % false
// alarms without any correction, 1.1 to 1.5 % with Meier's alone, 0.9 to 1.0 % with both.

/** The squared standard error of one block's difference with its df, and its share of all weight. */
export type WeightedBlock = { variance: number; df: number; weight: number }

/** The fewest degrees of freedom that a block loses when the others have most of the weight. */
const LEAST_LOST = 2

/**
 * The variance of the weighted mean of at least one block and its degrees of freedom (Satterthwaite 1946).
 * One block keeps what it has; so does one that has all the weight, for nothing but its own variance is
 * estimated then.
 */
export function sharedScale(blocks: WeightedBlock[]): { variance: number; df: number } {
  const count = blocks.length
  const lost = Math.max(LEAST_LOST, (4 * (count - 2)) / (count - 1))
  let [variance, correction, inverseDf] = [0, 1, 0]
  for (const block of blocks) {
    const { weight } = block
    const df = Math.max(1, block.df - lost * (1 - weight))
    variance += weight ** 2 * block.variance
    correction += (4 * weight * (1 - weight)) / df
    inverseDf += weight ** 2 / df
  }
  return { variance: variance * correction, df: 1 / inverseDf }
}
