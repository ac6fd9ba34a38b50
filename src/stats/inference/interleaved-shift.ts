// Chooses the test for runs that alternated. rounds-test.ts serves 10 to 100 known rounds, and blocked-test.ts other
// runs, if both sides have about equally many that vary about equally. Otherwise the means alone count, since ranks
// would not be fair.
import { robustScale } from '../describe/spread.ts'
import type { Block } from '../ranks/stratified-ranks.ts'
import { blockedMean } from './blocked-mean.ts'
import { blockedShift } from './blocked-test.ts'
import { roundsShift } from './rounds-test.ts'
import { type Shift, shiftOfMeans } from './shift-intervals.ts'

/** One side may have this many times the runs of the other (9 of 10), and then this many times its spread. */
const MOST_UNEQUAL = { runs: 10 / 9, spread: 3 }

const timesAsMuch = (one: number, other: number) => Math.max(one, other) / Math.min(one, other)

/**
 * Whether the ranks may have a say: both sides have as many runs, or about as many that vary about as much. Otherwise the
 * side with fewer runs may vary more, and the ranks see a shift that is not there. Simulated at 1 %: 5 runs with an sd of
 * 1 % against 20 with 0.2 % alarm in 6.4 % of cases, by Welch's t in 1.2 %; 9 against 10 with ten times the spread in 2.7
 * %, as it is here in 1.2 %. The spread is the robust one, so that a stray run on one side does not take the ranks' power.
 */
function isBalanced({ a, b }: Block): boolean {
  if (a.length === b.length) return true
  if (timesAsMuch(a.length, b.length) > MOST_UNEQUAL.runs) return false
  // Where most runs of both sides are the same number nothing is known of their spread.
  return !(timesAsMuch(robustScale([a]), robustScale([b])) > MOST_UNEQUAL.spread)
}

/**
 * With fewer rounds, in all blocks together, their own test has so few degrees of freedom that it costs more than it
 * finds (`npm run bench:rounds`). With more, looking at every two of them takes longer than all else.
 */
const ROUNDS_THAT_COUNT = { fewest: 10, most: 100 }

function areEnough(blocks: Block[]): boolean {
  const rounds = blocks.reduce((sum, { a }) => sum + a.length, 0)
  const varies = blocks.some(({ a, b }) => [a, b].some(side => side.some(value => value !== side[0])))
  return varies && rounds >= ROUNDS_THAT_COUNT.fewest && rounds <= ROUNDS_THAT_COUNT.most
}

/** The shift that all blocks share. `inRounds`: the i-th runs of both sides are those of a round. At least two runs a side. */
export function interleavedShift(blocks: Block[], inRounds = false): Shift {
  if (inRounds && areEnough(blocks)) return roundsShift(blocks)
  if (blocks.every(isBalanced)) return blockedShift(blocks)
  const test = blockedMean(blocks)
  return test.standardError === 0 ? blockedShift(blocks) : shiftOfMeans(test)
}
