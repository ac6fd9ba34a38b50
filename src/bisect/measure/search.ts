// Searches one chain of commits for its largest step, visit by visit.

import type { KnownCommit } from '../../measure/checkout/commit-range.ts'
import { shortSha } from '../../phrases.ts'
import {
  commitLevels,
  type LevelOffset,
  type MeasuredCommit,
  type VisitRuns,
} from '../search/commit-levels.ts'
import { type Forecast, forecast } from '../search/forecast.ts'
import { SURE } from '../search/next-visit.ts'
import {
  type CommitChain,
  commitOdds,
  commitsLeft,
  type StepPosterior,
  stepPosterior,
} from '../search/posterior.ts'
import { type Decision, decideNext } from '../search/search-step.ts'
import type { Bisecting } from './bisecting.ts'
import { searchLine } from './progress-lines.ts'
import { visitCommit, visitCosts } from './visit.ts'

/**
 * Commits in order, by position; `fromEnd`: the first is the old end of the range, which all others were measured against. `merged`:
 * the last is the merge of these commits into `into`, where both parted at `base`.
 */
export type SearchedChain = {
  commits: KnownCommit[]
  fromEnd: boolean
  merged: { base: KnownCommit; into: KnownCommit } | null
}

/** More than this many times the forecast is not spent: then the change is none that one commit made. */
const MOST = 5
const LEAST_SECONDS = 600

/** What a merge has from the branch that it went into, since both parted: the commits that it brought do not have it. */
function shiftOf({ file }: Bisecting, { base, into }: NonNullable<SearchedChain['merged']>): LevelOffset {
  const none = { mean: 0, spread: 0 }
  if (base.sha === into.sha) return none
  // The old end was measured with each of the others, and has no visits of its own: its level is 0.
  const visits = [base, into].map(({ sha }, position) => ({
    position,
    visits: file.kept.measured[sha] ?? [],
  }))
  const { levels } = commitLevels(visits)
  const [before = none, after = none] = [0, 1].map(position =>
    levels.find(each => each.position === position),
  )
  return { mean: after.mean - before.mean, spread: after.spread + before.spread }
}

/** What was measured of the commits of a chain. */
export function measuredOf(
  running: Bisecting,
  { commits, fromEnd, merged }: SearchedChain,
): MeasuredCommit[] {
  return commits.flatMap(({ sha }, position) => {
    const visits = running.file.kept.measured[sha]
    if (visits === undefined || (fromEnd && position === 0)) return []
    const isMerge = merged !== null && position === commits.length - 1
    return [{ position, visits, ...(isMerge && { shift: shiftOf(running, merged) }) }]
  })
}

export const chainOf = (running: Bisecting, searched: SearchedChain): CommitChain => ({
  last: searched.commits.length - 1,
  fromEnd: searched.fromEnd,
  measured: measuredOf(running, searched),
})

function skippedOf({ file }: Bisecting, { commits }: SearchedChain): Set<number> {
  return new Set(
    commits.flatMap(({ sha }, position) => (file.kept.skipped[sha] === undefined ? [] : [position])),
  )
}

/** What to do next about the largest step of a chain. */
function decisionOf(running: Bisecting, searched: SearchedChain): Decision {
  const { file, trees, values } = running
  return decideNext({
    chain: chainOf(running, searched),
    costs: visitCosts(file.kept, values['warmup-runs']),
    skipped: skippedOf(running, searched),
    isBuilt: position => trees.isSetUp((searched.commits[position] as KnownCommit).sha),
  })
}

const withoutLevel = ({ old, now }: VisitRuns, level: number): VisitRuns => ({
  old,
  now: now.map(each => each - level),
})

/** What a search of the chain will take. */
export function forecastOf(running: Bisecting, searched: SearchedChain): Forecast {
  const chain = chainOf(running, searched)
  const { levels } = stepPosterior(chain)
  const start = searched.fromEnd ? 0 : (levels[0] ?? 0)
  const measured = chain.measured
    .filter(({ position }) => position === chain.last)
    .map(({ position, visits, shift }) => {
      const level = start + (shift?.mean ?? 0)
      return { position, visits: visits.map(visit => withoutLevel(visit, level)) }
    })
  return forecast({
    last: chain.last,
    change: (levels.at(-1) ?? 0) - start,
    runSd: commitLevels(chain.measured).runSd,
    measured,
    costs: visitCosts(running.file.kept, running.values['warmup-runs']),
  })
}

/** The position that the posterior knows best, as the progress shows it. */
function tell(running: Bisecting, searched: SearchedChain, posterior: StepPosterior, at: KnownCommit): void {
  const odds = commitOdds(posterior)
  const best = odds[0]
  if (best === undefined) return
  const { kept } = running.file
  running.tell(
    searchLine({
      commit: at.sha,
      measured: commitLevels([{ position: 0, visits: kept.measured[at.sha] ?? [] }]).levels[0] ?? null,
      left: commitsLeft(odds, SURE),
      of: searched.commits.length - 1,
      best: { sha: (searched.commits[best.position] as KnownCommit).sha, probability: best.probability },
    }),
  )
}

/** Visits commits until the largest step of the chain is found, or no visit or no time is left. */
export async function searchChain(running: Bisecting, searched: SearchedChain): Promise<Decision> {
  const limit = Math.max(LEAST_SECONDS, MOST * forecastOf(running, searched).seconds)
  const from = running.file.kept.seconds
  for (;;) {
    const decision = decisionOf(running, searched)
    if (!('visit' in decision)) return decision
    const { posterior, main, visit } = decision
    const isOver = performance.now() >= running.deadline || running.file.kept.seconds - from > limit
    if (isOver) return { posterior, main, undecided: true }
    const commit = searched.commits[visit.position] as KnownCommit
    running.tell(`next: ${shortSha(commit.sha)}, ${visit.rounds} rounds`)
    await visitCommit(running, commit, visit.rounds)
    if (running.file.kept.skipped[commit.sha] === undefined)
      tell(running, searched, stepPosterior(chainOf(running, searched)), commit)
  }
}
