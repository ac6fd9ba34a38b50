// Brings one commit into a clone that may be shallow, with as little of the history as the server allows.
import { git, gitSucceeds } from '../../git.ts'

/** Whether `commit` is in `repository`. */
export const hasCommit = (repository: string, commit: string): Promise<boolean> =>
  gitSucceeds(repository, ['cat-file', '-e', `${commit}^{commit}`])

/** Fetches `commit` alone. Throws git's reason. */
export const fetchCommit = (repository: string, commit: string): Promise<string> =>
  git(repository, ['fetch', '--no-tags', '--depth=1', 'origin', commit])

/** How many commits more are fetched at a time, where the server gives no single commit. */
const DEEPEN_BY = [50, 500, 5000]

async function deepen(repository: string, commit: string): Promise<boolean> {
  if ((await git(repository, ['rev-parse', '--is-shallow-repository'])) !== 'true') return false
  for (const by of [...DEEPEN_BY.map(count => `--deepen=${count}`), '--unshallow']) {
    if (!(await gitSucceeds(repository, ['fetch', '--no-tags', by, 'origin']))) return false
    if (await hasCommit(repository, commit)) return true
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
    if (!(await deepen(repository, commit))) throw error
  }
}
