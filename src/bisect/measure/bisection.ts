// What a bisection found, as its report and its document have it.

import type { KnownCommit } from '../../measure/checkout/commit-range.ts'
import type { BisectedStep, Bisection, NamedCommit } from '../../model/index.ts'
import { formatShare } from '../../units.ts'
import { commitLevels } from '../search/commit-levels.ts'
import { commitOdds } from '../search/commit-odds.ts'
import { SURE } from '../search/next-visit.ts'
import { type Bisecting, newEnd } from './bisecting.ts'
import type { NoChange } from './ends.ts'
import { repeatCommand } from './repeat-command.ts'
import type { LocatedStep, SearchResult } from './steps.ts'

/** Commits that are listed where none is sure. */
const MOST_PROBABLE = 10

const named = ({ sha, author, authored, subject }: KnownCommit): NamedCommit => ({
  sha,
  author,
  authored,
  subject,
})

const ratios = (interval: [number, number] | null): [number, number] | null =>
  interval && [Math.exp(interval[0]), Math.exp(interval[1])]

function bisectedStep(
  running: Bisecting,
  { before, commits, probability, size, merge, unsearched }: LocatedStep,
): BisectedStep {
  const last = commits.at(-1) as KnownCommit
  return {
    commits: commits.map(named),
    probability,
    ratio: Math.exp(size.change),
    interval: ratios(size.interval),
    merge: merge && named(merge),
    isMerge: commits.length === 1 && last.parents.length > 1,
    unsearched,
    repeat: repeatCommand(running, `${before.sha.slice(0, 10)}..${last.sha.slice(0, 10)}`),
  }
}

function commonPart(running: Bisecting): Omit<Bisection, 'outcome' | 'reason'> {
  const { range, values, shown, file } = running
  const { kept } = file
  return {
    range: values.range,
    command: shown ?? '',
    setup: shown === null ? '' : values.setup,
    old: named(range.old),
    new: named(newEnd(range)),
    commits: range.commits.length,
    benchmark: kept.ends?.metric.benchmark ?? null,
    metric: kept.ends?.metric.metric ?? null,
    better: kept.ends?.better ?? null,
    ends: kept.ends && { ratio: kept.ends.ratio, interval: kept.ends.interval, rounds: kept.ends.rounds },
    detectable: null,
    steps: [],
    rest: null,
    probabilities: [],
    measured: Object.entries(kept.measured).flatMap(([sha, visits]) => {
      const [level] = commitLevels([{ position: 0, visits }]).levels
      return level === undefined ? [] : [{ sha, rounds: level.rounds, ratio: Math.exp(level.mean) }]
    }),
    skipped: Object.entries(kept.skipped).map(([sha, why]) => ({ sha, ...why })),
    runs: kept.runs,
    seconds: kept.seconds,
    warnings: kept.warnings,
  }
}

/** A bisection whose ends do not differ. */
export function unchangedBisection(running: Bisecting, { reason, row, detectable }: NoChange): Bisection {
  return {
    ...commonPart(running),
    outcome: 'no-change',
    reason,
    benchmark: row?.benchmark ?? null,
    metric: row?.metric ?? null,
    better: row?.better ?? null,
    ends:
      row?.ratio == null ? null : { ratio: row.ratio, interval: row.interval, rounds: row.runs.candidate },
    detectable,
  }
}

function whyUndecided(running: Bisecting): string {
  const sure = formatShare(SURE)
  if (performance.now() >= running.deadline)
    return `no commit is ${sure} sure when the time was up; ${running.shown === null ? 'the next bisection' : 'the same command'} goes on where it stopped`
  return `no commit is ${sure} sure, and measuring on would hardly help: the change may have come in many small steps`
}

/** A bisection whose ends differ. */
export function searchedBisection(
  running: Bisecting,
  { steps, rest, last, searched }: SearchResult,
): Bisection {
  const common = commonPart(running)
  if (steps.length > 0)
    return {
      ...common,
      outcome: 'found',
      reason: null,
      steps: steps.map(step => bisectedStep(running, step)),
      rest,
    }
  const probabilities = commitOdds(last.posterior)
    .slice(0, MOST_PROBABLE)
    .map(({ position, probability }) => {
      const { sha, subject } = searched.commits[position] as KnownCommit
      return { sha, subject, probability: Math.min(1, probability) }
    })
  return { ...common, outcome: 'undecided', reason: whyUndecided(running), probabilities }
}
