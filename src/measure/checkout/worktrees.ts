// Two checkouts of one repository side by side, with submodules and large files. Their paths have equal length, because
// a path's length moves the environment and the stack, and with them the measured code (Mytkowicz et al. 2009, ASPLOS).
import { accessSync, constants, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { git, gitTop } from '../../git.ts'
import type { Warning } from '../../model/index.ts'
import { inTemporaryPlace } from '../process/temporary-directory.ts'
import type { Side } from '../runs/schedule.ts'
import { claimDirectory, leaveDirectory, removeAbandoned, removeWorktrees, WORKTREES } from './abandoned.ts'
import { ensureCommit } from './commits.ts'
import { CHECKOUT_NAMES, callOf, type KeptSide, rememberKept, takeKept, treeOf } from './kept-checkouts.ts'
import { AS_POINTERS, completeWorktree } from './worktree-content.ts'

export type Worktrees = Record<Side, string> & {
  /** The top of the user's own checkout. */
  repository: string
  /** The path from that to the directory that both are of; '' for the top itself. */
  within: string
  commits: Record<Side, string>
  warnings: Warning[]
  /** The sides that stayed from an earlier comparison, which setup has built. */
  built: Record<Side, boolean>
  remove: () => Promise<void>
  /** Both stay for the next comparison, which need not build these sides; `remove` leaves them. Returns their directory. */
  keep: (built: Side[]) => Promise<string>
}

type Worktree = { path: string; commit: string; uncommitted: boolean }

/**
 * Puts the files of `repository` as they are into the worktree: changed, new and removed ones, but none that git
 * ignores. They go through the worktree's own index, so nothing in the repository changes.
 */
async function copyUncommitted(repository: string, path: string): Promise<void> {
  await git(path, [`--work-tree=${repository}`, 'add', '--all'])
  await git(path, ['checkout-index', '--all', '--force'], AS_POINTERS)
  // A file that is no longer in the index was removed by the user, so the copy must not have it either.
  await git(path, ['clean', '-ffdxq'])
}

/** Checks `commit` out at `path`, with submodules and large files. Throws git's reason. */
export async function addWorktree(
  repository: string,
  { path, commit, uncommitted }: Worktree,
): Promise<Warning[]> {
  await git(repository, ['worktree', 'add', '--detach', '--force', path, commit], AS_POINTERS)
  if (uncommitted) await copyUncommitted(repository, path)
  return completeWorktree(repository, path)
}

/** `remove` never throws: the runner cleans up what cannot be removed. */
type OpenDirectory = { directory: string; remove: () => Promise<void> }

/** A new directory below `parent` for worktrees of `repository`. Those that a killed job left there go first. */
export async function openWorktrees(repository: string, parent: string): Promise<OpenDirectory> {
  inTemporaryPlace(parent, () => {
    // A missing directory for temporary files is a mistake in TMPDIR, which every command reports.
    if (parent === tmpdir()) accessSync(parent, constants.W_OK)
    else mkdirSync(parent, { recursive: true })
  })
  await removeAbandoned(repository, parent)
  const directory = inTemporaryPlace(parent, () => mkdtempSync(join(parent, WORKTREES)))
  try {
    inTemporaryPlace(parent, () => claimDirectory(directory, repository))
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    throw error
  }
  return { directory, remove: () => removeWorktrees(repository, directory) }
}

/** The same for a directory that stayed from an earlier job. */
function reopenWorktrees(repository: string, directory: string): OpenDirectory {
  claimDirectory(directory, repository)
  return { directory, remove: () => removeWorktrees(repository, directory) }
}

/**
 * A checkout below `parent` of the repository of `cwd` with its uncommitted changes. Throws git's reason where it has no commit.
 */
export async function checkOutHere(
  cwd: string,
  parent: string,
): Promise<{ path: string; remove: () => Promise<void> }> {
  const repository = await gitTop(cwd)
  const commit = await git(repository, ['rev-parse', '--verify', 'HEAD'])
  const { directory, remove } = await openWorktrees(repository, parent)
  const path = join(directory, 'head')
  try {
    await addWorktree(repository, { path, commit, uncommitted: true })
    return { path, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** A side's checkout, and whether it stayed from an earlier comparison of the same files, with what setup built. */
type SideCheckout = { warnings: Warning[]; kept: KeptSide; isBuilt: boolean }

/** Checks one side out, unless `kept` has it. `isKnown`: git knows a checkout there. */
async function checkOutSide(
  repository: string,
  { kept, isKnown, ...wanted }: Worktree & { kept: KeptSide | undefined; isKnown: boolean },
): Promise<SideCheckout> {
  const { path, commit, uncommitted } = wanted
  const present = () => treeOf(path, uncommitted ? repository : null)
  if (kept?.commit === commit) {
    const tree = uncommitted ? await present() : await git(repository, ['rev-parse', `${commit}^{tree}`])
    if (tree === kept.tree) return { warnings: [], kept, isBuilt: true }
  }
  if (isKnown) await git(repository, ['worktree', 'remove', '--force', '--force', path])
  const warnings = await addWorktree(repository, wanted)
  return { warnings, kept: { commit, tree: await present() }, isBuilt: false }
}

/**
 * Checks out `base` and the commit of `cwd` below `parent`, with submodules and large files; `uncommitted` changes go to the
 * candidate. The returned paths are those of `cwd` there. With a `setup` command, checkouts that stayed are taken. Throws git's
 * reason when the base commit cannot be had. `remove` never throws.
 */
export async function checkOutBoth(
  cwd: string,
  base: string,
  parent: string,
  { uncommitted = false, setup = '' } = {},
): Promise<Worktrees> {
  const repository = await gitTop(cwd)
  const within = relative(repository, realpathSync(cwd))
  const stayed = setup === '' ? null : await takeKept(repository)
  const call = callOf(setup, within)
  const { directory, remove: removeBoth } = await (stayed === null
    ? openWorktrees(repository, parent)
    : reopenWorktrees(repository, stayed.directory))
  const pathOf = (side: Side) => join(directory, CHECKOUT_NAMES[side])
  let stays = false
  const remove = async () => {
    if (!stays) await removeBoth()
  }
  try {
    await ensureCommit(repository, base)
    const commits = { baseline: base, candidate: await git(cwd, ['rev-parse', 'HEAD']) }
    const checkOut = (side: Side, asItIs: boolean) =>
      checkOutSide(repository, {
        ...{ path: pathOf(side), commit: commits[side], uncommitted: asItIs },
        kept: stayed?.setup === call ? stayed.sides[side] : undefined,
        isKnown: stayed !== null,
      })
    const baseline = await checkOut('baseline', false)
    const candidate = await checkOut('candidate', uncommitted)
    const keep = async (built: Side[]) => {
      const kept = { baseline: baseline.kept, candidate: candidate.kept }
      const sides = Object.fromEntries(built.map(side => [side, kept[side]]))
      await rememberKept(repository, { directory, setup: call, sides })
      leaveDirectory(directory)
      stays = true
      return directory
    }
    return {
      ...{ baseline: join(pathOf('baseline'), within), candidate: join(pathOf('candidate'), within) },
      ...{ repository, within, commits, warnings: [...baseline.warnings, ...candidate.warnings] },
      built: { baseline: baseline.isBuilt, candidate: candidate.isBuilt },
      ...{ remove, keep },
    }
  } catch (error) {
    await remove()
    throw error
  }
}
