// From what was measured to what comes next: another visit, or a step that is sure.
import type { MeasuredCommit, VisitRuns } from './commit-levels.ts'
import { isOpenGap, nextVisit, type SearchState, SURE, type Visit } from './next-visit.ts'
import { type CommitChain, type Gap, mainGap, type StepPosterior, stepPosterior } from './posterior.ts'

export type Decision = { posterior: StepPosterior; main: Gap } & (
  | { visit: Visit }
  /** `main` has no commit left that could be measured: one of its commits is the step. */
  | { found: Gap }
  /** No visit tells anything more. */
  | { undecided: true }
)

export type Search = Omit<SearchState, 'posterior'> & { chain: CommitChain }

/** The fewest rounds of the commits on both sides of a found step: of three runs two may be far out by chance, and look sure. */
const LEAST_ROUNDS = 10

/** More rounds of the commit beside a step that has too few. The end has those of all others; what never varies needs none. */
function confirmation({ points, roundSd }: StepPosterior, { from, to }: Gap): Visit | null {
  if (roundSd === 0) return null
  const beside = points.filter(({ position }) => position === to || position === from)
  const few = beside.filter(({ rounds }) => rounds > 0 && rounds < LEAST_ROUNDS)
  const [least] = few.sort((a, b) => a.rounds - b.rounds)
  return least === undefined ? null : { position: least.position, rounds: LEAST_ROUNDS - least.rounds }
}

/** What to do next about the largest step of a chain. */
export function decideNext({ chain, ...rest }: Search): Decision {
  const posterior = stepPosterior(chain)
  const standing = { ...rest, posterior }
  const at = mainGap(posterior.gaps)
  const main = posterior.gaps[at] as Gap
  const decided = { posterior, main }
  if (main.probability >= SURE && !isOpenGap(main, rest.skipped)) {
    const more = confirmation(posterior, main)
    return more === null ? { ...decided, found: main } : { ...decided, visit: more }
  }
  const visit = nextVisit(standing, at)
  return visit === null ? { ...decided, undecided: true } : { ...decided, visit }
}

/** `measured` with one more visit of the commit at `position`. */
export function withVisit(measured: MeasuredCommit[], position: number, visit: VisitRuns): MeasuredCommit[] {
  const before = measured.find(each => each.position === position)?.visits ?? []
  return [...measured.filter(each => each.position !== position), { position, visits: [...before, visit] }]
}
