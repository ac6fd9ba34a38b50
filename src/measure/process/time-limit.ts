// Whether another round of runs fits into the time that all of measuring may take.

/** Milliseconds; `limit` 0 is none. `longest` is the longest round so far: the next one may take as long. */
export type TimeLimit = { limit: number; begun: number; longest: number }

/** Whether a round that begins at `now` would end in time, if none takes longer than the longest so far. */
export function fitsAnotherRound({ limit, begun, longest }: TimeLimit, now: number): boolean {
  return limit === 0 || now - begun + longest <= limit
}
