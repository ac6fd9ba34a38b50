// From what was measured to what comes next: another visit, or a step that is sure.
import type { MeasuredCommit, VisitRuns } from './commit-levels.ts'
import { isOpenGap, mainGap, nextVisit, type SearchState, SURE, type Visit } from './next-visit.ts'
import { type CommitChain, type Gap, type StepPosterior, stepPosterior } from './posterior.ts'

export type Decision = { posterior: StepPosterior; main: Gap } & (
  | { visit: Visit }
  /** `main` has no commit left that could be measured: one of its commits is the step. */
  | { found: Gap }
  /** No visit tells anything more. */
  | { undecided: true }
)

export type Search = Omit<SearchState, 'posterior'> & { chain: CommitChain }

/** What to do next about the largest step of a chain. */
export function decideNext({ chain, ...rest }: Search): Decision {
  const posterior = stepPosterior(chain)
  const standing = { ...rest, posterior }
  const at = mainGap(posterior.gaps)
  const main = posterior.gaps[at] as Gap
  const decided = { posterior, main }
  if (main.probability >= SURE && !isOpenGap(main, rest.skipped)) return { ...decided, found: main }
  const visit = nextVisit(standing, at)
  return visit === null ? { ...decided, undecided: true } : { ...decided, visit }
}

/** `measured` with one more visit of the commit at `position`. */
export function withVisit(measured: MeasuredCommit[], position: number, visit: VisitRuns): MeasuredCommit[] {
  const before = measured.find(each => each.position === position)?.visits ?? []
  return [...measured.filter(each => each.position !== position), { position, visits: [...before, visit] }]
}
