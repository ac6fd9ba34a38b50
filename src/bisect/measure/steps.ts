// The steps of a change: the largest one, inside the merge that brought it, and with --all those on both sides of it.

import { insideMerge, type KnownCommit } from '../../measure/checkout/commit-range.ts'
import { Interrupted } from '../../measure/runs/errors.ts'
import { counted, shortSha } from '../../phrases.ts'
import { commitLevels } from '../search/commit-levels.ts'
import { type Gap, stepPosterior } from '../search/posterior.ts'
import type { Decision } from '../search/search-step.ts'
import { type StepSize, stepSize } from '../search/step-size.ts'
import type { Bisecting } from './bisecting.ts'
import { chainOf, measuredOf, type SearchedChain, searchChain } from './search.ts'
import { visitCommit } from './visit.ts'

/** A step: the commits of which one made it, after `before`, and the merge that brought them. */
export type LocatedStep = {
  before: KnownCommit
  commits: KnownCommit[]
  probability: number
  size: StepSize
  merge: KnownCommit | null
}

/** What a search came to. `rest`: whether other commits changed the benchmark as well. */
export type SearchResult = {
  steps: LocatedStep[]
  rest: boolean | null
  last: Decision
  searched: SearchedChain
}

/** Below this probability of no step at all a part of a range is searched, too. */
const NONE = 0.05
/** A merge in a branch that was merged in a branch. */
const DEEPEST = 4

const partOf = (searched: SearchedChain, from: number, to: number): SearchedChain => ({
  commits: searched.commits.slice(from, to + 1),
  fromEnd: searched.fromEnd && from === 0,
})

/** Whether the level changes within a part of a chain whose ends were measured. */
function changesWithin(running: Bisecting, part: SearchedChain): boolean {
  if (part.commits.length < 2) return false
  return stepPosterior(chainOf(running, part)).none < NONE
}

/** The parts before and after a step, in which there may be others. */
const around = (searched: SearchedChain, gap: Gap): SearchedChain[] => [
  partOf(searched, 0, gap.from),
  partOf(searched, gap.to, searched.commits.length - 1),
]

function stepOf(running: Bisecting, searched: SearchedChain, gap: Gap, others: number[]): LocatedStep {
  const size = stepSize(commitLevels(measuredOf(running, searched)), gap, others, running.policy.alpha)
  return {
    before: searched.commits[gap.from] as KnownCommit,
    commits: searched.commits.slice(gap.from + 1, gap.to + 1),
    probability: gap.probability,
    size,
    merge: null,
  }
}

/** The commit at which a branch began has to be known as well as the merge that ends it. */
async function measureStart(running: Bisecting, start: KnownCommit, merge: KnownCommit): Promise<void> {
  const { kept } = running.file
  const roundsOf = ({ sha }: KnownCommit) =>
    (kept.measured[sha] ?? []).reduce((sum, { now }) => sum + now.length, 0)
  const [wanted, made] = [roundsOf(merge), roundsOf(start)]
  if (start.sha === running.range.old.sha || made >= wanted) return
  await visitCommit(running, start, Math.max(3, wanted - made))
}

/** The step that a merge brought, by the commits of its branch; the merge itself where none of them made it. */
async function insideOf(running: Bisecting, step: LocatedStep, depth = 0): Promise<LocatedStep> {
  const [merge, ...more] = step.commits
  if (merge === undefined || more.length > 0 || depth >= DEEPEST) return step
  const inside = await insideMerge(running.cwd, merge)
  // A git that ended by the same signal has not said that it is no merge.
  if (running.signal.aborted) throw new Interrupted('stopped during the search')
  if (inside === null) return step
  running.tell(
    `${shortSha(merge.sha)} is a merge of ${counted(inside.commits.length, 'commit')}: searching inside`,
  )
  await measureStart(running, inside.old, merge)
  const { sha } = inside.old
  const fromEnd = sha === running.range.old.sha
  if (!fromEnd && running.file.kept.measured[sha] === undefined) return step
  const searched = { commits: [inside.old, ...inside.commits, merge], fromEnd }
  const decision = await searchChain(running, searched)
  if (!('found' in decision) || decision.found.to === searched.commits.length - 1) return step
  const own = stepOf(running, searched, decision.found, [])
  const probability = step.probability * own.probability
  return insideOf(running, { ...own, probability, merge: step.merge ?? merge }, depth + 1)
}

/** All steps of a chain, oldest first, from the largest on. */
async function everyStep(
  running: Bisecting,
  searched: SearchedChain,
  first: Decision,
): Promise<LocatedStep[]> {
  if (!('found' in first)) return []
  const gaps: Gap[] = []
  const offsetSearch = async (part: SearchedChain, offset: number, decision: Decision) => {
    if (!('found' in decision)) return
    const { found } = decision
    gaps.push({ ...found, from: found.from + offset, to: found.to + offset })
    for (const [i, side] of around(part, found).entries()) {
      if (!changesWithin(running, side)) continue
      await offsetSearch(side, i === 0 ? offset : offset + found.to, await searchChain(running, side))
    }
  }
  await offsetSearch(searched, 0, first)
  gaps.sort((a, b) => a.to - b.to)
  const steps: LocatedStep[] = []
  for (const gap of gaps) {
    const others = gaps.filter(each => each !== gap).map(({ to }) => to)
    steps.push(await insideOf(running, stepOf(running, searched, gap, others)))
  }
  return steps
}

/** Searches the range for its largest step, or for all of them. */
export async function searchSteps(running: Bisecting): Promise<SearchResult> {
  const { range, values } = running
  const searched = { commits: [range.old, ...range.commits], fromEnd: true }
  const last = await searchChain(running, searched)
  if (!('found' in last)) return { steps: [], rest: null, last, searched }
  if (values['all-steps']) {
    const steps = await everyStep(running, searched, last)
    return { steps, rest: null, last, searched }
  }
  const rest = around(searched, last.found).some(part => changesWithin(running, part))
  const step = await insideOf(running, stepOf(running, searched, last.found, []))
  return { steps: [step], rest, last, searched }
}
