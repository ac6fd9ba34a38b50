// The list of all advice, and its order: the largest measured or published effect first, then advice without a number.
import type { Advice } from '../../model/index.ts'
import type { About, Advisor } from './advisor.ts'
import { busy, duet, ownBenchmark, taskset } from './how-to-measure.ts'
import { activated, bareMetal, boot, container, counters, firmware, hooks, memory } from './machine.ts'
import { tuningAdvice } from './tuning.ts'

const FIRST = 3

/** All advice but tuning. Advice without a known number comes in this order. */
const otherAdvice: readonly Advisor[] = [
  container,
  memory,
  taskset,
  duet,
  busy,
  firmware,
  bareMetal,
  activated,
  boot,
  ownBenchmark,
  hooks,
  counters,
]

/** Advice with a factor comes first, by its size, then advice with another published number, then the rest as listed. */
const rank = ({ effect }: Advice) => effect.factor ?? (effect.kind === 'none' ? -1 : 0)

/** Everything that is advised, the first three apart. */
export function adviceOn(about: About): { first: Advice[]; later: Advice[] } {
  const found = [...tuningAdvice(about), ...otherAdvice.map(advise => advise(about))]
  const ordered = found
    .flatMap(advice => (advice === null ? [] : [{ ...advice, undo: advice.undo ?? null }]))
    .sort((one, other) => rank(other) - rank(one))
  return { first: ordered.slice(0, FIRST), later: ordered.slice(FIRST) }
}
