// `stable-bench ab --base-ref`: compares the files as they are with the commit where the branch began.

import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { relative, resolve } from 'node:path'
import type { ValuesOf } from '../../inputs/values.ts'
import type { Compared } from '../../job/measure-with-looks.ts'
import { identicalBuild, isUntouched } from '../../job/request/nothing-to-measure.ts'
import { looksAtBoth } from '../../job/request/planned-looks.ts'
import { type MeasureRequest, requestOf } from '../../job/request/request.ts'
import { untilStopped } from '../../job/until-stopped.ts'
import { benchmarkChanged, type Change, changeBetween } from '../../measure/checkout/changed-files.ts'
import { leftAt } from '../../measure/checkout/commits.ts'
import { checkOutBoth, type Worktrees } from '../../measure/checkout/worktrees.ts'
import { MeasureError } from '../../measure/runs/errors.ts'
import { InputError, type Policy, type Unmeasured } from '../../model/index.ts'
import { shortSha } from '../../phrases.ts'
import { say } from '../print.ts'
import { setUp } from './setup.ts'

type RefRequest = {
  values: ValuesOf<'ab'>
  policy: Policy
  words: string[]
  measure: (request: MeasureRequest) => Promise<Compared>
}

const sides = ['baseline', 'candidate'] as const

/** Adds a hint to a failure without a setup, for which `flag` stands: perhaps the command needs a build. */
export function explained(error: unknown, { setup }: { setup: string }, flag = '--setup'): unknown {
  if (!(error instanceof MeasureError) || setup !== '') return error
  const hint = `it ran in a fresh checkout, without files that git ignores; build what it needs with ${flag}`
  return new MeasureError(`${error.message}\n${hint}`, error.side)
}

/** Sets both sides up, unless no file below `paths` differs: then nothing has to be built. */
async function findUnmeasured(
  { values, policy }: RefRequest,
  { trees, change }: { trees: Worktrees; change: Change },
  signal: AbortSignal,
): Promise<{ unmeasured?: Unmeasured }> {
  const { paths } = values
  if (isUntouched(change, paths, policy)) return { unmeasured: { reason: 'unchanged-paths', files: paths } }
  for (const side of sides) await setUp(values, { cwd: trees[side], side }, signal)
  return identicalBuild(trees, values.artifacts, policy)
}

/** The two commits, which are said. Throws an InputError where there is nothing to compare with. */
export async function comparedCommits(cwd: string, values: Pick<ValuesOf<'ab'>, 'base-ref' | 'quiet'>) {
  const commits = await leftAt(cwd, values['base-ref'])
  const { base, head, dirty } = commits
  const changes = dirty ? ' with the uncommitted changes' : ''
  const candidate = `candidate ${shortSha(head)}${changes}`
  say(values, `baseline ${shortSha(base)}, where HEAD left ${values['base-ref']}; ${candidate}`)
  return commits
}

async function measureTrees(asked: RefRequest, trees: Worktrees, signal: AbortSignal): Promise<Compared> {
  const { values, words, measure } = asked
  const commands = { baseline: words, candidate: words }
  const cwds = { baseline: trees.baseline, candidate: trees.candidate }
  const change = await changeBetween(trees.candidate, { base: trees.commits.baseline, head: null })
  const changed = benchmarkChanged(change, values['benchmark-paths'])
  const notes = [...trees.warnings, ...(changed === null ? [] : [changed])]
  const unmeasured = await findUnmeasured(asked, { trees, change }, signal)
  const request = {
    ...requestOf(values, { commands, looks: looksAtBoth(values) }),
    cwds,
    notes,
    ...unmeasured,
  }
  return measure(request).catch(error => {
    throw explained(error, values)
  })
}

/**
 * Checks both sides out, sets them up and calls `measure`. The checkouts are removed whatever happens. Throws an
 * InputError when there is nothing to compare with, and as `measure` does.
 */
export async function measureAgainstRef(asked: RefRequest): Promise<Compared> {
  const { values } = asked
  const cwd = resolve(values['working-directory'])
  const { base, dirty } = await comparedCommits(cwd, values)
  return untilStopped(async signal => {
    const trees = await checkOutBoth(cwd, base, tmpdir(), { uncommitted: dirty })
    try {
      if (!statSync(trees.baseline, { throwIfNoEntry: false })?.isDirectory()) {
        const within = relative(process.cwd(), cwd) || '.'
        throw new InputError(`base-ref: commit ${shortSha(base)} has no directory '${within}'`)
      }
      return await measureTrees(asked, trees, signal)
    } finally {
      await trees.remove()
    }
  })
}
