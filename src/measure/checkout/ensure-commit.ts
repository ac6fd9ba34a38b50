// Brings one commit into a clone that may be shallow, with as little of the history as the server allows.
import { git, gitSucceeds } from '../../git.ts'

/** Whether `commit` is in `repository`. */
export const hasCommit = (repository: string, commit: string): Promise<boolean> =>
  gitSucceeds(repository, ['cat-file', '-e', `${commit}^{commit}`])

/** Fetches `commit` alone. Throws git's reason. */
export const fetchCommit = (repository: string, commit: string): Promise<string> =>
  git(repository, ['fetch', '--no-tags', '--depth=1', 'origin', commit])

/** Whether the history of `repository` is cut off. */
export const isShallow = async (repository: string): Promise<boolean> =>
  (await git(repository, ['rev-parse', '--is-shallow-repository'])) === 'true'

/** How many commits more are fetched at a time. */
const DEEPEN_BY = [50, 500, 5000]

/**
 * Fetches more and more history until `isEnough`: of `commits`, or of all branches when none is given. False for a clone
 * that is complete, and where nothing more can be fetched.
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
 * Makes sure that `commit` is in `repository`: fetches it alone, else deepens a shallow clone until it is there.
 * Throws git's reason for not giving the commit.
 */
export async function ensureCommit(repository: string, commit: string): Promise<void> {
  if (await hasCommit(repository, commit)) return
  try {
    await fetchCommit(repository, commit)
  } catch (error) {
    if (!(await deepenUntil(repository, () => hasCommit(repository, commit)))) throw error
  }
}
