// Whether the runs of one side scatter more than those of the other: the test of two sides (blocked-test.ts) on the
// distances of the runs from the median of their side. Brown & Forsythe (1974, JASA 69) compare the means of these
// distances, and Levene's idea with ranks has power where single runs are far out. `npm run bench:scatter` measures both
// error rates.
import { ascending, middle } from '../describe/order-statistics.ts'
import { mean } from '../describe/summary.ts'
import type { Block } from '../ranks/stratified-ranks.ts'
import { blockedTest } from './blocked-test.ts'

/**
 * The distances from the median, ascending, without the smallest: of an odd number of values it says nothing, and of an even
 * number the two smallest are the same one (Hines & Hines 2000, Biometrics 56).
 */
function distances(values: number[]): number[] {
  const centre = middle(ascending(values))
  return ascending(values.map(value => Math.abs(value - centre))).slice(1)
}

/** `distance`: the mean distance of the values of b from the median of their block. */
type SpreadTest = { ratio: number; p: number; distance: number }

/**
 * How many times as far the values of b lie from the median of their side as those of a do, and the one-sided p that b
 * scatters more. The ratio is infinite where only b varies. At least three values a side of each of at least one block.
 */
export function spreadTest(blocks: Block[]): SpreadTest {
  const sides = blocks.map(({ a, b }) => ({ a: distances(a), b: distances(b) }))
  let [ofA, ofB, distance] = [0, 0, 0]
  for (const { a, b } of sides) {
    const [before, after] = [mean(a), mean(b)]
    // Each block counts alike, however noisy its machine is.
    const share = before + after === 0 ? 0.5 : before / (before + after)
    ofA += share
    ofB += 1 - share
    distance += after / sides.length
  }
  const p = blockedTest(sides) / 2
  return { ratio: ofB / ofA, p: ofB > ofA ? p : 1 - p, distance }
}
