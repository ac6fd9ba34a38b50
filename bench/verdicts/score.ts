// Counts the answers to cases whose truth is known.
/** `slower` and `faster` are alarms, `same` claims that nothing changed, and `open` claims nothing. */
export type Call = 'slower' | 'faster' | 'same' | 'open'

/** The answer to one case; the interval is that of candidate / baseline. */
export type Said = {
  call: Call
  interval?: [number, number] | null
  /** Whether the test found a difference, whatever the band made of it. */
  significant?: boolean
  /** Runs a side that it took. */
  runs?: number
}

export type Tally = Record<Call, number> & {
  cases: number
  intervals: number
  covered: number
  significant: number
  runs: number
}

export const emptyTally = (): Tally => ({
  cases: 0,
  slower: 0,
  faster: 0,
  same: 0,
  open: 0,
  intervals: 0,
  covered: 0,
  significant: 0,
  runs: 0,
})

/** Adds one case whose true change is `shift` (a fraction). */
export function count(tally: Tally, said: Said, shift: number): void {
  tally.cases++
  tally[said.call]++
  if (said.interval) {
    const [low, high] = said.interval
    tally.intervals++
    if (low <= 1 + shift && 1 + shift <= high) tally.covered++
  }
  if (said.significant) tally.significant++
  tally.runs += said.runs ?? 0
}

export function merged(one: Tally, other: Tally): Tally {
  const result = { ...one }
  for (const key of Object.keys(result) as (keyof Tally)[]) result[key] += other[key]
  return result
}

/** The scores of one method in one cell at one true change. */
export type Score = { cell: string; method: string; shift: number; tally: Tally }
