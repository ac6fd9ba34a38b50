// Runs that alternated in rounds: the two runs of a round followed each other, and a coin decided which side was first.
// A slow drift meets both alike.
import type { Session } from '../../../model/index.ts'

/** The positions of a row's runs; null where it has fewer than the session, and nobody knows which it lacks. */
function positions({ order, plan }: Session, runs: number): number[] | null {
  if (order === null || plan?.duet === true) return null
  // A benchmark with processes of its own may have been decided before the others.
  const own = plan?.benchmarks ? order.slice(0, runs) : order
  return own.length === runs ? own : null
}

const roundOf = (position: number) => Math.floor(position / 2)

/** Whether the i-th runs of both sides, so many of each, are always those of one round. Those of a duet were made at once. */
export function areRounds(
  baseline: Session,
  candidate: Session,
  runs: { before: number; after: number },
): boolean {
  const [before, after] = [positions(baseline, runs.before), positions(candidate, runs.after)]
  if (before === null || after === null || before.length !== after.length) return false
  // Two jobs of one side each have the same positions on both.
  return before.every((position, i) => {
    const other = after[i] as number
    return position !== other && roundOf(position) === roundOf(other)
  })
}
