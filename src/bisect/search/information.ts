// How much a visit of a commit tells: whether the step is before or after it.

const STEPS = 24

/** Entropy of a coin, in bits. */
const coin = (p: number): number => (p <= 0 || p >= 1 ? 0 : -(p * Math.log2(p) + (1 - p) * Math.log2(1 - p)))

/** Normal quantiles would do as well; even points with the density as weight are enough for a choice. */
const NODES = Array.from({ length: 2 * STEPS + 1 }, (_, i) => (4 * (i - STEPS)) / STEPS)
const DENSITY = NODES.map(z => Math.exp((-z * z) / 2))
const TOTAL = DENSITY.reduce((sum, each) => sum + each, 0)
const WEIGHTS = DENSITY.map(each => each / TOTAL)

/**
 * The bits that a measurement gives of a question whose answer is yes with probability `p`, where it is normal with
 * standard deviation 1 around `distance` for yes and around 0 for no: the mutual information (Cover and Thomas 2006, 2.3).
 */
export function bitsOf(p: number, distance: number): number {
  const before = coin(p)
  if (before === 0 || distance === 0) return 0
  const odds = p / (1 - p)
  let after = 0
  for (let i = 0; i < NODES.length; i++) {
    const [z, weight] = [NODES[i] as number, WEIGHTS[i] as number]
    // The logarithm of the likelihood ratio where the answer is yes, and where it is no.
    const yes = distance * z + (distance * distance) / 2
    const no = distance * z - (distance * distance) / 2
    after += weight * p * coin(1 / (1 + Math.exp(-yes) / odds))
    after += weight * (1 - p) * coin(1 / (1 + Math.exp(-no) / odds))
  }
  return Math.max(0, before - after)
}
