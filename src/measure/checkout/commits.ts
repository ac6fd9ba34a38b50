// The base commit: brings it into a clone that may be shallow, and says whether the benchmark itself changed since.
import { git, gitSucceeds } from '../../git.ts'
import type { Warning } from '../../model/index.ts'

/** Whether `commit` is in `repository`. */
export const hasCommit = (repository: string, commit: string): Promise<boolean> =>
  gitSucceeds(repository, ['cat-file', '-e', `${commit}^{commit}`])

/** Fetches `commit` without its history. Throws git's reason. */
export const fetchCommit = (repository: string, commit: string): Promise<string> =>
  git(repository, ['fetch', '--no-tags', '--depth=1', 'origin', commit])

/** Whether the history of `repository` is cut off. */
export const isShallow = async (repository: string): Promise<boolean> =>
  (await git(repository, ['rev-parse', '--is-shallow-repository'])) === 'true'

/** How many more commits to fetch at a time. */
const DEEPEN_BY = [50, 500, 5000]

/**
 * Fetches more and more history until `isEnough`: that of `commits`, or of all branches when none is given. False for a
 * clone that is complete, and where nothing more can be fetched.
 */
export async function deepenUntil(
  repository: string,
  isEnough: () => Promise<boolean>,
  commits: string[] = [],
): Promise<boolean> {
  if (!(await isShallow(repository))) return false
  for (const by of [...DEEPEN_BY.map(count => `--deepen=${count}`), '--unshallow']) {
    if (!(await gitSucceeds(repository, ['fetch', '--no-tags', by, 'origin', ...commits]))) return false
    if (await isEnough()) return true
  }
  return false
}

/**
 * Makes sure that `commit` is in `repository`. Fetches it alone, or else deepens a shallow clone until the commit is
 * there. Throws git's reason when it cannot be had.
 */
export async function ensureCommit(repository: string, commit: string): Promise<void> {
  if (await hasCommit(repository, commit)) return
  try {
    await fetchCommit(repository, commit)
  } catch (error) {
    if (!(await deepenUntil(repository, () => hasCommit(repository, commit)))) throw error
  }
}

/** Git's pathspec for a glob from the top of the repository. */
const pathspec = (pattern: string) => `:(top,glob)${pattern}`

const SHOWN = 3

/**
 * A warning that names the files that match `patterns` and differ between the two commits; null when none do. Then the
 * difference may be the benchmark's own.
 */
export async function benchmarkChanged(
  cwd: string,
  { base, head }: { base: string; head: string },
  patterns: string[],
): Promise<Warning | null> {
  if (patterns.length === 0) return null
  const names = await git(cwd, ['diff', '--name-only', '-z', base, head, '--', ...patterns.map(pathspec)])
  const paths = names.split('\0').filter(Boolean)
  if (paths.length === 0) return null
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : ''
  const message =
    `the benchmark itself changed (${paths.slice(0, SHOWN).join(', ')}${more}): ` +
    'the sides may not have done the same work'
  return { code: 'benchmark-changed', message }
}
