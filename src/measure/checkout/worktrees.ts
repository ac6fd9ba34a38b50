// Two checkouts of one repository side by side, at paths of equal length: a path's length moves the environment and
// the stack, and with them the measured code (Mytkowicz et al. 2009, ASPLOS).
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { git } from '../../git.ts'
import type { Warning } from '../../model/index.ts'
import type { Side } from '../runs/schedule.ts'
import { ensureCommit } from './ensure-commit.ts'
import { completeWorktree } from './worktree-content.ts'

export type Worktrees = Record<Side, string> & {
  commits: Record<Side, string>
  warnings: Warning[]
  remove: () => Promise<void>
}

async function addWorktree(repository: string, path: string, commit: string): Promise<Warning[]> {
  await git(repository, ['worktree', 'add', '--detach', '--force', path, commit])
  return completeWorktree(repository, path)
}

/** Never throws: what cannot be removed is the runner's to clean. */
async function removeWorktrees(repository: string, directory: string, paths: string[]): Promise<void> {
  for (const path of paths) {
    await git(repository, ['worktree', 'remove', '--force', '--force', path]).catch(() => {})
  }
  rmSync(directory, { recursive: true, force: true })
  await git(repository, ['worktree', 'prune']).catch(() => {})
}

/**
 * Checks out `base` and the commit that `cwd` is at below `parent`, with submodules and large files; the paths
 * returned are what `cwd` is within the repository. Throws with git's reason when the base commit cannot be had;
 * `remove` never throws.
 */
export async function checkOutBoth(cwd: string, base: string, parent: string): Promise<Worktrees> {
  const repository = await git(cwd, ['rev-parse', '--show-toplevel'])
  const within = relative(repository, realpathSync(cwd))
  // What an earlier job could not remove because it was killed.
  await git(repository, ['worktree', 'prune'])
  mkdirSync(parent, { recursive: true })
  const directory = mkdtempSync(join(parent, 'worktrees-'))
  const paths = { baseline: join(directory, 'base'), candidate: join(directory, 'head') }
  const remove = () => removeWorktrees(repository, directory, Object.values(paths))
  try {
    await ensureCommit(repository, base)
    const commits = { baseline: base, candidate: await git(cwd, ['rev-parse', 'HEAD']) }
    const warnings = [
      ...(await addWorktree(repository, paths.baseline, commits.baseline)),
      ...(await addWorktree(repository, paths.candidate, commits.candidate)),
    ]
    const inside = { baseline: join(paths.baseline, within), candidate: join(paths.candidate, within) }
    return { ...inside, commits, warnings, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
