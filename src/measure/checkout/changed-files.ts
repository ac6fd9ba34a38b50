// The files that differ between two commits, and whether those that somebody named are among them.
import { git } from '../../git.ts'
import { InputError, type Warning } from '../../model/index.ts'
import { firstOf } from '../../phrases.ts'
import { pathMatcher } from './path-patterns.ts'

/** Paths from the top of the repository. */
export type Change = {
  /** The files that differ, also those that only one of the commits has. */
  changed: string[]
  /** All files of the checkout that git knows. */
  tracked: string[]
}

/** The commit of a submodule is measured, whatever its configuration ignores; what is changed inside it is not. */
export const OF_SUBMODULES = ['--ignore-submodules=dirty']

/** What differs between `base` and `head`; where `head` is null, the files as they are count in its place. */
export async function changeBetween(
  cwd: string,
  { base, head }: { base: string; head: string | null },
): Promise<Change> {
  const commits = head === null ? [base] : [base, head]
  const listed = async (args: string[]) => (await git(cwd, args)).split('\0').filter(Boolean)
  return {
    // A file that was moved away from the patterns has changed, too.
    changed: await listed([
      'diff',
      ...OF_SUBMODULES,
      '--name-only',
      '--no-renames',
      '--no-relative',
      '-z',
      ...commits,
      '--',
    ]),
    tracked: await listed(['ls-files', '-z', '--full-name', '--', ':/']),
  }
}

/** The first of the `changed` files that one of `patterns` matches; null for none. */
export function firstChanged(changed: string[], patterns: string[]): string | null {
  const matchers = patterns.map(pathMatcher)
  return changed.find(path => matchers.some(matches => matches(path))) ?? null
}

/**
 * Whether no file that matches one of `patterns` differs. Throws an InputError for a pattern that matches no file in
 * either commit: it would never see a change.
 */
export function isUnchanged({ changed, tracked }: Change, patterns: string[]): boolean {
  if (firstChanged(changed, patterns) !== null) return false
  const matchers = patterns.map(pathMatcher)
  const dead = patterns.find((_, i) => !tracked.some(matchers[i] as (path: string) => boolean))
  if (dead === undefined) return true
  throw new InputError(
    `paths: '${dead}' matches no file of the repository; patterns begin at its top, as in 'src/**'`,
  )
}

const SHOWN = 3

/**
 * Warns of files that match `patterns` and differ between the two commits. Null when none differ. Then the difference
 * may be the benchmark's own.
 */
export function benchmarkChanged({ changed }: Change, patterns: string[]): Warning | null {
  const matchers = patterns.map(pathMatcher)
  const paths = changed.filter(path => matchers.some(matches => matches(path)))
  if (paths.length === 0) return null
  const message = `the benchmark itself changed (${firstOf(paths, SHOWN)}): the sides may not have done the same work`
  return { code: 'benchmark-changed', message }
}
