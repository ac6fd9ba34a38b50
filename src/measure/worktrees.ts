// Two checkouts of one repository side by side, at paths of equal length: a path's length moves the environment and
// the stack, and with them the measured code (Mytkowicz et al. 2009, ASPLOS).
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { getExecOutput } from '@actions/exec'

export type Worktrees = { baseline: string; candidate: string; remove: () => Promise<void> }

type Git = (cwd: string, ...args: string[]) => Promise<string>

/** Runs git without prompting; throws with git's own complaint. */
const git: Git = async (cwd, ...args) => {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' } as Record<string, string>
  const result = await getExecOutput('git', args, { cwd, env, silent: true, ignoreReturnCode: true })
  if (result.exitCode === 0) return result.stdout.trim()
  throw new Error(
    `git ${args.join(' ')}: ${(result.stderr.trim() || `exit code ${result.exitCode}`).split('\n').at(-1)}`,
  )
}

const has = (cwd: string, commit: string) =>
  git(cwd, 'cat-file', '-e', `${commit}^{commit}`).then(
    () => true,
    () => false,
  )

/** A shallow clone may not have the base commit: fetches just that one. */
async function ensureCommit(repository: string, commit: string): Promise<void> {
  if (await has(repository, commit)) return
  await git(repository, 'fetch', '--no-tags', '--depth=1', 'origin', commit)
}

async function addWorktree(repository: string, path: string, commit: string): Promise<void> {
  await git(repository, 'worktree', 'add', '--detach', '--force', path, commit)
  if (existsSync(join(path, '.gitmodules')))
    await git(path, 'submodule', 'update', '--init', '--recursive', '--depth=1')
}

/**
 * Checks out `base` and the commit that `cwd` is at below `parent`; the paths returned are what `cwd` is within the
 * repository. Throws with git's reason when the base commit cannot be had; `remove` never throws.
 */
export async function checkOutBoth(cwd: string, base: string, parent: string): Promise<Worktrees> {
  const repository = await git(cwd, 'rev-parse', '--show-toplevel')
  const within = relative(repository, realpathSync(cwd))
  mkdirSync(parent, { recursive: true })
  const directory = mkdtempSync(join(parent, 'worktrees-'))
  const paths = { baseline: join(directory, 'base'), candidate: join(directory, 'head') }
  const remove = async () => {
    for (const path of Object.values(paths)) {
      await git(repository, 'worktree', 'remove', '--force', '--force', path).catch(() => {})
    }
    rmSync(directory, { recursive: true, force: true })
    await git(repository, 'worktree', 'prune').catch(() => {})
  }
  try {
    await ensureCommit(repository, base)
    await addWorktree(repository, paths.baseline, base)
    await addWorktree(repository, paths.candidate, await git(cwd, 'rev-parse', 'HEAD'))
  } catch (error) {
    await remove()
    throw error
  }
  return { baseline: join(paths.baseline, within), candidate: join(paths.candidate, within), remove }
}
