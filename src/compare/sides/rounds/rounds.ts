// Which runs of both sides belong together. The two runs of a round followed each other, and a coin decided which side was first:
// a slow drift meets both alike. Those of a pair of a duet were made at the same time.
import type { Session } from '../../../model/index.ts'

/** The positions of a row's runs; null where it has fewer than the session, and nobody knows which it lacks. */
function positions({ order, plan }: Session, runs: number, isDuet: boolean): number[] | null {
  if (order === null || (plan?.duet === true) !== isDuet) return null
  // A benchmark with processes of its own may have been decided before the others, and the last pair may be unfinished.
  const own = plan?.benchmarks || isDuet ? order.slice(0, runs) : order
  return own.length === runs ? own : null
}

const roundOf = (position: number) => Math.floor(position / 2)

type Runs = { before: number; after: number }
type Place = [baseline: number, candidate: number]

/** The positions of the i-th runs of both sides, so many of each; null unless they are always those of one round. */
function placesOf(baseline: Session, candidate: Session, runs: Runs, isDuet: boolean): Place[] | null {
  const before = positions(baseline, runs.before, isDuet)
  const after = positions(candidate, runs.after, isDuet)
  if (before === null || before.length !== after?.length) return null
  const places = before.map((position, i): Place => [position, after[i] as number])
  return places.every(([one, other]) => roundOf(one) === roundOf(other)) ? places : null
}

/** Whether the baseline had the first core, pair by pair; null where these runs were no duet. */
export const baselineFirst = (baseline: Session, candidate: Session, runs: number): boolean[] | null =>
  placesOf(baseline, candidate, { before: runs, after: runs }, true)?.map(([one, other]) => one < other) ??
  null

/** Whether the i-th runs of both sides, so many of each, are always those of one round, and were no duet. */
export const areRounds = (baseline: Session, candidate: Session, runs: Runs): boolean =>
  // Two jobs of one side each have the same positions on both.
  placesOf(baseline, candidate, runs, false)?.every(([one, other]) => one !== other) ?? false
