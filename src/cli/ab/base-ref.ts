// `stable-bench ab --base-ref`: compares the files as they are with the commit where the branch began.
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import type { ValuesOf } from '../../inputs/values.ts'
import type { Compared } from '../../job/measure-with-looks.ts'
import { assertOwnBuilds, assertOwnCheckouts, measuredTexts } from '../../job/request/own-commands.ts'
import { looksAtBoth, looksIfChosen } from '../../job/request/planned-looks.ts'
import { type MeasureRequest, requestOf } from '../../job/request/request.ts'
import { isDirectory } from '../../job/suites/suite-request.ts'
import { untilStopped } from '../../job/until-stopped.ts'
import { benchmarkChanged, type Change, changeBetween } from '../../measure/checkout/changed-files.ts'
import { leftAt } from '../../measure/checkout/commits.ts'
import { staysBuilt } from '../../measure/checkout/kept-checkouts.ts'
import { pathMatcher } from '../../measure/checkout/path-patterns.ts'
import { freshCheckout } from '../../measure/checkout/setup.ts'
import { type Setups, withSetups } from '../../measure/checkout/setups.ts'
import { shareBenchmarks } from '../../measure/checkout/shared-benchmarks.ts'
import { checkOutBoth, type Worktrees } from '../../measure/checkout/worktrees.ts'
import { MeasureError } from '../../measure/runs/errors.ts'
import type { Side } from '../../measure/runs/schedule.ts'
import { InputError, type Policy, WriteFailure } from '../../model/index.ts'
import { shortSha } from '../../phrases.ts'
import { say } from '../print.ts'
import { buildBoth, buildsOneJob } from './build-both.ts'

type RefRequest = {
  values: ValuesOf<'ab'>
  policy: Policy
  words: string[]
  measure: (request: MeasureRequest) => Promise<Compared>
}

const sides = ['baseline', 'candidate'] as const

type Failed = { command: string; setup: string }
type Sides = { trees: Pick<Worktrees, 'commits'>; change: Change; values: ValuesOf<'ab'> }

/** Whether the command may need a file that differs between the commits: a benchmark, or one that it names. */
const needsChanged = ({ changed }: Change, patterns: string[], command: string) =>
  changed.some(path => command.includes(path) || patterns.some(pattern => pathMatcher(pattern)(path)))

/** Says of a failure which commit it is of, and what may be missing there: the candidate's benchmark, or a build, for which `flag` stands. */
export function explained(
  error: unknown,
  { command, setup }: Failed,
  { trees: { commits }, change, values }: Sides,
  flag = '--setup',
): unknown {
  if (!(error instanceof MeasureError)) return error
  const { side } = error
  const isShared = values['benchmarks-from'] !== 'each'
  const mayBeNew =
    side === 'baseline' && !isShared && needsChanged(change, values['benchmark-paths'], command)
  const hints = [
    `this is the ${side}, commit ${shortSha(commits[side])}`,
    ...(mayBeNew ? [ONLY_CANDIDATE] : []),
    ...(setup === '' ? [freshCheckout(flag)] : []),
  ]
  return new MeasureError(error.message, side, error.published, hints)
}

const ONLY_CANDIDATE =
  'a benchmark that only the candidate has? measure the base with the files of the candidate in --benchmark-paths: --benchmarks-from HEAD'

/** The two commits, which are said. Throws an InputError where there is nothing to compare with. */
export async function comparedCommits(cwd: string, values: Pick<ValuesOf<'ab'>, 'base-ref' | 'quiet'>) {
  const commits = await leftAt(cwd, values['base-ref'])
  const { base, isFork, head, dirty } = commits
  const changes = dirty ? ' with the uncommitted changes' : ''
  const candidate = `candidate ${shortSha(head)}${changes}`
  const ref = values['base-ref']
  const whence = isFork ? `where HEAD left ${ref}` : `${ref}, which has no history in common with HEAD`
  say(values, `baseline ${shortSha(base)}, ${whence}; ${candidate}`)
  return commits
}

export type Checkouts = { trees: Worktrees; setups: Setups; signal: AbortSignal }

/**
 * Calls `work` with both commits in checkouts below the directory for temporary files, which are removed whatever happens, unless it
 * keeps them. Throws an InputError with git's reason, and as `work`.
 */
export const inCheckouts = <Result>(
  cwd: string,
  { base, dirty }: { base: string; dirty: boolean },
  setup: string,
  work: (checkouts: Checkouts) => Promise<Result>,
): Promise<Result> =>
  untilStopped(async signal => {
    const options = { uncommitted: dirty, setup }
    const trees = await checkOutBoth(cwd, base, tmpdir(), options).catch((error: Error) => {
      if (error instanceof WriteFailure) throw error
      throw new InputError(`base-ref: the two commits cannot be checked out: ${error.message}`)
    })
    try {
      return await withSetups(setups => work({ trees, setups, signal }))
    } finally {
      await trees.remove()
    }
  })

/** Keeps the checkouts in place of removing them where the benchmark fails after `keptSetup`, if there is one, has built something. */
async function measureTrees(
  asked: RefRequest,
  { cwd, keptSetup }: { cwd: string; keptSetup: string },
  { trees, setups, signal }: Checkouts,
): Promise<Compared> {
  const { values, policy, words, measure } = asked
  const commands = { baseline: words, candidate: words }
  const cwds = { baseline: trees.baseline, candidate: trees.candidate }
  const change = await changeBetween(trees.candidate, { base: trees.commits.baseline, head: null })
  const patterns = values['benchmark-paths']
  const isShared = values['benchmarks-from'] !== 'each'
  const changed = isShared ? await shareBenchmarks(trees, patterns) : benchmarkChanged(change, patterns)
  const notes = [...trees.warnings, ...(changed === null ? [] : [changed])]
  const places = sides.map(side => ({ side, cwd: trees[side], command: values.setup }))
  const left = () => setups.left(places)
  const built: Side[] = []
  try {
    const request = {
      ...requestOf(values, { commands, looks: looksAtBoth(values) }),
      ...looksIfChosen(values),
    }
    const ownCheckout = { top: trees.repository, changed: change.changed }
    const own = { requests: [request], setups: [values.setup], own: ownCheckout }
    await assertOwnCheckouts(own, [trees.baseline, trees.candidate])
    setups.watch(measuredTexts(own.requests))
    const found = await buildBoth({ cwd, values, policy, trees, change, request, setups, built }, signal)
    await assertOwnBuilds(own, [trees.baseline, trees.candidate])
    setups.assertOwnPrograms(places)
    return await measure({ ...request, cwds, ownCheckout, notes: [...notes, ...left()], ...found })
  } catch (error) {
    // It is of use for the next comparison where the benchmark failed, and setup left no server for it.
    const isOfUse = error instanceof MeasureError && built.length > 0 && left().length === 0
    if (keptSetup !== '' && isOfUse) say(values, staysBuilt(await trees.keep(built)))
    throw explained(error, { command: words.join(' '), setup: values.setup }, { trees, change, values })
  }
}

/** Checks both sides out, sets them up and calls `measure`. Throws as `comparedCommits`, and as `measure`. */
export async function measureAgainstRef(asked: RefRequest): Promise<Compared> {
  const { values } = asked
  const cwd = resolve(values['working-directory'])
  const commits = await comparedCommits(cwd, values)
  const keptSetup = buildsOneJob(values) ? '' : values.setup
  return inCheckouts(cwd, commits, keptSetup, async checkouts => {
    const { baseline, within } = checkouts.trees
    if (!isDirectory(baseline))
      throw new InputError(`base-ref: commit ${shortSha(commits.base)} has no directory '${within}'`)
    return measureTrees(asked, { cwd, keptSetup }, checkouts)
  })
}
