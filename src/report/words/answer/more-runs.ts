// The advice for rows that could not be decided: how many runs would, or what else.
import type { Design, Row } from '../../../model/index.ts'
import { formatShare } from '../../../units.ts'
import { counted } from '../numbers.ts'

/** Above this many runs per side, a quieter machine is the better advice. */
export const MANY_RUNS = 100

export const MORE_OR_QUIETER = 'measure more runs or on a quieter machine'

/** What to measure so that these rows, of so many `compared`, can be decided (lower case, no full stop); at least one row. */
export function moreRuns(inconclusive: Row[], compared: number, design: Design): string {
  // Between sessions, more runs do not help: their variance is what hides the change.
  if (design === 'stored')
    return 'measure both versions interleaved in one job, or compare with more stored sessions'
  const runs = inconclusive.map(row => row.runsNeeded)
  // If one row has no estimate, naming the largest of the others would promise too much.
  if (runs.some(count => count === null || !Number.isFinite(count))) return MORE_OR_QUIETER
  const most = Math.max(...runs.map(Number))
  const one = inconclusive.length === 1
  const where = inconclusive.length < compared ? `the unclear ${one ? 'one' : 'ones'}` : one ? 'it' : 'them'
  const [{ band }, ...others] = inconclusive as [Row, ...Row[]]
  const size = others.every(row => row.band === band) ? formatShare(band) : 'the size of its band'
  const change = `a change of ${size} in ${where}`
  const needed = `about ${counted(most, 'run')} per side`
  if (most > MANY_RUNS)
    return `make the machine quieter: more runs do not help here (${needed} for ${change})`
  return `to see ${change}, measure ${needed}`
}
