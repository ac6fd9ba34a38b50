// What a bisection found, as its report and its document have it, with the command that measures a step again.

import type { Input } from '../../inputs/input.ts'
import { inputText } from '../../inputs/parse.ts'
import { flagOf, type InputName, inputsOf } from '../../inputs/values.ts'
import type { KnownCommit } from '../../measure/checkout/commit-range.ts'
import type { BisectedStep, Bisection, NamedCommit } from '../../model/index.ts'
import { shellWord } from '../../phrases.ts'
import { formatShare } from '../../units.ts'
import { commitLevels } from '../search/commit-levels.ts'
import { SURE } from '../search/next-visit.ts'
import { commitOdds } from '../search/posterior.ts'
import { type Bisecting, newEnd } from './bisecting.ts'
import type { NoChange } from './ends.ts'
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

/** They say what comes out, and where to. */
const LEFT_OUT: InputName[] = [
  'range',
  'bisect-output',
  'out',
  'quiet',
  'all-steps',
  'bisect-benchmark',
  'suite',
]

/** The same command, with the flags that were given, for the commits of a step alone; '' where not everybody may read it. */
function repeatCommand({ given, suite, shown, file }: Bisecting, range: string): string {
  if (shown === null) return ''
  const flags = inputsOf('bisect').flatMap(([name, input]) => {
    const value = given[name] as Input['default'] | undefined
    if (value === undefined || LEFT_OUT.includes(name)) return []
    const texts = Array.isArray(value) ? value : [inputText(input, value)]
    return [`${flagOf(name, input)} ${texts.map(each => shellWord(String(each))).join(' ')}`]
  })
  const benchmark = file.kept.ends?.metric.benchmark
  const named = benchmark === undefined ? [] : [`--benchmark ${shellWord(benchmark)}`]
  const measured = suite === null ? ['--', shown] : [`--suite ${shellWord(suite)}`]
  return ['stable-bench bisect', range, ...flags, ...named, ...measured].join(' ')
}

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
