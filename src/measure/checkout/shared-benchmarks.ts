// The candidate's benchmarks in the checkout of the base: they then measure the code of both commits.
import { git, gitList } from '../../git.ts'
import { InputError, type Warning } from '../../model/index.ts'
import { firstOf } from '../../phrases.ts'
import type { Side } from '../runs/schedule.ts'
import { anyMatcher, pathMatcher } from './path-patterns.ts'

const SHOWN = 3

const filesOf = (cwd: string) => gitList(cwd, ['ls-files', '-z', '--full-name', '--', ':/'])

/**
 * Puts the candidate's files that match `patterns` in the place of the base's, in its checkout. Returns a note that names them,
 * null where they are the same. `trees` are in the two checkouts. Throws an InputError where the candidate has no such file.
 */
export async function shareBenchmarks(
  trees: Record<Side, string>,
  patterns: string[],
): Promise<Warning | null> {
  const [before, after] = [await filesOf(trees.baseline), await filesOf(trees.candidate)]
  if (!after.some(anyMatcher(patterns)))
    throw new InputError(
      `benchmarks-from: the candidate has no file that matches benchmark-paths (${patterns.join(' ')}); say there where its benchmarks are`,
    )
  const files = [...before, ...after]
  // Git refuses a pattern that matches no file.
  const matching = patterns.filter(pattern => files.some(pathMatcher(pattern)))
  const paths = matching.map(pattern => `:(top,glob)${pattern}`)
  const tree = await git(trees.candidate, ['write-tree'])
  // Of the commit: another suite of this job may have put them there already.
  const diff = 'diff --name-only --no-renames --no-relative -z HEAD'.split(' ')
  const changed = await gitList(trees.baseline, [...diff, tree, '--', ...paths])
  if (changed.length === 0) return null
  // Unlike a copy, this removes what only the base has, and follows no link out of the checkout.
  await git(trees.baseline, ['restore', `--source=${tree}`, '--staged', '--worktree', '--', ...paths])
  const message = `the base was measured with the candidate's benchmarks (${firstOf(changed, SHOWN)}): both sides did the same work`
  return { code: 'benchmarks-shared', message }
}
