// What was measured of the commits of a range: for each round the logarithm of the ratio to one end of the range, which ran
// in the same round. So a drift of the machine, which meets both, is in none of them.
import { median } from '../stats/describe/summary.ts'

/** The differences of all rounds of one commit. `position` 0 is the old end of the range. */
export type MeasuredCommit = { position: number; differences: number[] }

/** The mean difference of a commit to the end, over so many rounds. */
export type Level = { position: number; rounds: number; mean: number }

/** The levels in the order of the commits, and the squares of the rounds around them, with their degrees of freedom. */
export type CommitLevels = { levels: Level[]; squares: number; freedom: number }

/** From the median absolute deviation to the standard deviation of normal numbers. */
const TO_SD = 1.4826
/** A round farther from the others than this many standard deviations counts as if it were this far. */
const FARTHEST = 5
/** Fewer rounds do not say what is far. */
const ENOUGH_ROUNDS = 10

/** How far a round may lie from the median of its commit. */
function farthest(measured: MeasuredCommit[]): number {
  const several = measured.filter(({ differences }) => differences.length > 1)
  const deviations = several.flatMap(({ differences }) => {
    // The median of a few numbers lies close to each of them.
    const shrunk = Math.sqrt(differences.length / (differences.length - 1))
    const middle = median(differences)
    return differences.map(each => Math.abs(each - middle) * shrunk)
  })
  const spread = deviations.length < ENOUGH_ROUNDS ? 0 : median(deviations)
  return spread === 0 ? Number.POSITIVE_INFINITY : FARTHEST * TO_SD * spread
}

/** The levels of the commits that were measured. Single rounds that are far from the others move a level only a little. */
export function commitLevels(measured: MeasuredCommit[]): CommitLevels {
  const limit = farthest(measured)
  const sums = measured
    .filter(({ differences }) => differences.length > 0)
    .map(({ position, differences }) => {
      const middle = median(differences)
      const kept = differences.map(each => Math.min(middle + limit, Math.max(middle - limit, each)))
      const mean = kept.reduce((sum, each) => sum + each, 0) / kept.length
      return {
        position,
        rounds: kept.length,
        mean,
        squares: kept.reduce((sum, x) => sum + (x - mean) ** 2, 0),
      }
    })
    .sort((a, b) => a.position - b.position)
  return {
    levels: sums.map(({ squares: _, ...level }) => level),
    squares: sums.reduce((sum, { squares }) => sum + squares, 0),
    freedom: sums.reduce((sum, { rounds }) => sum + rounds - 1, 0),
  }
}

/** The standard deviation of one round's difference. */
export const roundSd = ({ squares, freedom }: CommitLevels): number =>
  freedom === 0 ? 0 : Math.sqrt(squares / freedom)
