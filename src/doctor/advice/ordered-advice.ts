// Puts the advice in order: the largest measured or published effect first, then advice without a number.
import type { Advice } from '../../model/index.ts'
import type { About } from './about.ts'
import { candidates } from './how-to-measure.ts'
import { tuningAdvice } from './tuning.ts'

const FIRST = 3

/**
 * Advice with a factor comes first, by its size, then advice with another published number, then the rest as listed.
 */
function rank({ effect }: Advice): number {
  return effect.factor ?? (effect.kind === 'none' ? -1 : 0)
}

/** Everything that is advised, the first three apart. */
export function adviceOn(about: About): { first: Advice[]; later: Advice[] } {
  const found = [...tuningAdvice(about), ...candidates.map(candidate => candidate(about))].filter(
    advice => advice !== null,
  )
  const ordered = found.toSorted((one, other) => rank(other) - rank(one))
  return { first: ordered.slice(0, FIRST), later: ordered.slice(FIRST) }
}
