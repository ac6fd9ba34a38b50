// What a bisection will take, before it begins: it is carried out a few times on simulated commits.
import { median } from '../../stats/describe/summary.ts'
import { seededUniform } from '../../stats/distributions/seeded-uniform.ts'
import type { MeasuredCommit } from './commit-levels.ts'
import type { VisitCosts } from './next-visit.ts'
import { decideNext, withVisit } from './search-step.ts'

/** What is known once both ends were measured; `change` and `runSd` on the log scale. */
type KnownEnds = {
  last: number
  change: number
  runSd: number
  measured: MeasuredCommit[]
  costs: VisitCosts
}

export type Forecast = { commits: number; seconds: number }

const TIMES = 3
/** A forecast that would take longer to make than it is worth. */
const MOST_VISITS = 40

/** A normal number by the method of Box and Muller (1958). */
const normal = (uniform: () => number) =>
  Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())

function simulated(ends: KnownEnds, uniform: () => number): Forecast {
  const { last, change, runSd, costs } = ends
  const step = 1 + Math.floor(uniform() * last)
  let measured = ends.measured
  let seconds = 0
  for (let visits = 0; visits < MOST_VISITS; visits++) {
    const isBuilt = (position: number) => measured.some(each => each.position === position)
    const chain = { last, fromEnd: true, measured }
    const decision = decideNext({ chain, costs, isBuilt, skipped: new Set() })
    if (!('visit' in decision)) break
    const { position, rounds } = decision.visit
    seconds += costs.visit + rounds * costs.round + (isBuilt(position) ? 0 : costs.build)
    const level = position < step ? 0 : change
    const runs = (around: number) => Array.from({ length: rounds }, () => around + runSd * normal(uniform))
    measured = withVisit(measured, position, { old: runs(0), now: runs(level) })
  }
  return { commits: measured.length - ends.measured.length, seconds }
}

/** The commits that will be measured, and the seconds that takes: of several places of the step, the middle one. */
export function forecast(ends: KnownEnds): Forecast {
  const uniform = seededUniform(1)
  const all = Array.from({ length: TIMES }, () => simulated(ends, uniform))
  return {
    commits: median(all.map(({ commits }) => commits)),
    seconds: median(all.map(({ seconds }) => seconds)),
  }
}
