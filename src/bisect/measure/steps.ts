// The steps of a change: the largest one, inside the merge that brought it, and with --all those on both sides of it.

import { insideMerge, type KnownCommit } from '../../measure/checkout/commit-range.ts'
import { Interrupted } from '../../measure/runs/errors.ts'
import { counted, shortSha } from '../../phrases.ts'
import { formatShare } from '../../units.ts'
import { commitLevels } from '../search/commit-levels.ts'
import { SURE } from '../search/next-visit.ts'
import { type Gap, stepPosterior } from '../search/posterior.ts'
import type { Decision } from '../search/search-step.ts'
import { type StepSize, stepSize } from '../search/step-size.ts'
import type { Bisecting } from './bisecting.ts'
import { chainOf, measuredOf, type SearchedChain, searchChain } from './search.ts'
import { visitCommit } from './visit.ts'

/**
 * A step: the commits of which one made it, after `before`, and the merge that brought them. `unsearched`: why nothing is known of the
 * commits that a merge brought in. `rest`: whether others of them changed the benchmark as well.
 */
export type LocatedStep = {
  before: KnownCommit
  commits: KnownCommit[]
  probability: number
  size: StepSize
  merge: KnownCommit | null
  unsearched: string | null
  rest: boolean
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
/** A step of this probability parts levels. */
const LIKELY = 0.5
/** A merge in a branch that was merged in a branch. */
const DEEPEST = 4

const partOf = ({ commits, fromEnd, merged }: SearchedChain, from: number, to: number): SearchedChain => ({
  commits: commits.slice(from, to + 1),
  fromEnd: fromEnd && from === 0,
  merged: to === commits.length - 1 ? merged : null,
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

function stepOf(running: Bisecting, searched: SearchedChain, gap: Gap): LocatedStep {
  // Behind another step the level is another one.
  const others = stepPosterior(chainOf(running, searched)).gaps.flatMap(({ to, probability }) =>
    to !== gap.to && probability > LIKELY ? [to] : [],
  )
  const size = stepSize(commitLevels(measuredOf(running, searched)), gap, others, running.policy.alpha)
  return {
    before: searched.commits[gap.from] as KnownCommit,
    commits: searched.commits.slice(gap.from + 1, gap.to + 1),
    probability: gap.probability,
    size,
    merge: null,
    unsearched: null,
    rest: around(searched, gap).some(part => changesWithin(running, part)),
  }
}

/** The commits at which a branch began, and into which it went, have to be known as well as the merge that ends it. */
async function measureAsWell(running: Bisecting, commit: KnownCommit, merge: KnownCommit): Promise<void> {
  const { kept } = running.file
  const roundsOf = ({ sha }: KnownCommit) =>
    (kept.measured[sha] ?? []).reduce((sum, { now }) => sum + now.length, 0)
  const [wanted, made] = [roundsOf(merge), roundsOf(commit)]
  if (commit.sha === running.range.old.sha || made >= wanted) return
  await visitCommit(running, commit, Math.max(3, wanted - made))
}

/** What a merge brought in as a chain that ends with it, or why that cannot be searched. */
async function chainInside(
  running: Bisecting,
  merge: KnownCommit,
  into: KnownCommit,
): Promise<SearchedChain | string> {
  const inside = await insideMerge(running.cwd, merge, into.sha)
  // A git that ended by the same signal has not said what it is.
  if (running.signal.aborted) throw new Interrupted('stopped during the search')
  if (typeof inside === 'string') return inside
  const base = inside.old
  running.tell(
    `${shortSha(merge.sha)} is a merge of ${counted(inside.commits.length, 'commit')}: searching inside`,
  )
  const fromEnd = base.sha === running.range.old.sha
  await measureAsWell(running, base, merge)
  if (!fromEnd && running.file.kept.measured[base.sha] === undefined)
    return `its branch began at ${shortSha(base.sha)}, which cannot be measured`
  await measureAsWell(running, into, merge)
  return { commits: [base, ...inside.commits, merge], fromEnd, merged: { base, into } }
}

/** The steps that a merge brought, by the commits of its branch; the merge itself where none of them made it. */
async function insideOf(running: Bisecting, step: LocatedStep, depth = 0): Promise<LocatedStep[]> {
  const [merge, ...more] = step.commits
  if (merge === undefined || more.length > 0 || merge.parents.length < 2) return [step]
  const unsearched = (why: string) => [{ ...step, unsearched: why }]
  if (depth >= DEEPEST) return unsearched('it is a merge within merges')
  const searched = await chainInside(running, merge, step.before)
  if (typeof searched === 'string') return unsearched(searched)
  const decision = await searchChain(running, searched)
  if (!('found' in decision)) return unsearched(`none of them is ${formatShare(SURE)} sure`)
  const found = await everyStep(running, searched, decision, depth + 1)
  return found.map(own => {
    const probability = step.probability * own.probability
    const rest = step.rest || own.rest
    const isItself = own.commits.length === 1 && own.commits[0]?.sha === merge.sha
    // Measured again behind the tip of its branch, the other branch would count as what the merge brought.
    if (isItself) return { ...step, size: own.size, probability, rest }
    return { ...own, probability, rest, merge: step.merge ?? merge }
  })
}

/** The steps of a chain from the one that was found on, in their order: that one alone, or with --all each that there is. */
async function gapsOf(running: Bisecting, searched: SearchedChain, found: Gap): Promise<Gap[]> {
  if (!running.values['all-steps']) return [found]
  const gaps: Gap[] = []
  const search = async (part: SearchedChain, offset: number, gap: Gap) => {
    gaps.push({ ...gap, from: gap.from + offset, to: gap.to + offset })
    for (const [i, side] of around(part, gap).entries()) {
      if (!changesWithin(running, side)) continue
      const decision = await searchChain(running, side)
      if ('found' in decision) await search(side, i === 0 ? offset : offset + gap.to, decision.found)
    }
  }
  await search(searched, 0, found)
  return gaps.sort((a, b) => a.to - b.to)
}

async function everyStep(
  running: Bisecting,
  searched: SearchedChain,
  decision: Decision,
  depth = 0,
): Promise<LocatedStep[]> {
  if (!('found' in decision)) return []
  const gaps = await gapsOf(running, searched, decision.found)
  const steps: LocatedStep[] = []
  for (const gap of gaps) {
    const step = stepOf(running, searched, gap)
    const isEnd = searched.merged !== null && gap.to === searched.commits.length - 1
    steps.push(...(isEnd ? [step] : await insideOf(running, step, depth)))
  }
  return steps
}

/** Searches the range for its largest step, or for all of them. */
export async function searchSteps(running: Bisecting): Promise<SearchResult> {
  const { range, values } = running
  const searched = { commits: [range.old, ...range.commits], fromEnd: true, merged: null }
  const last = await searchChain(running, searched)
  const steps = await everyStep(running, searched, last)
  const rest = steps.length === 0 || values['all-steps'] ? null : steps.some(step => step.rest)
  return { steps, rest, last, searched }
}
