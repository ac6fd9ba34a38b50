// Checkouts of many commits of one repository, a few at a time. Their paths have equal length, as those of ./worktrees.ts.
import { realpathSync, type StatsFs, statfsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { git, gitTop } from '../../git.ts'
import { InputError } from '../../model/index.ts'
import { ANOTHER_TMPDIR } from '../process/temporary-directory.ts'
import { addWorktree, openWorktrees } from './worktrees.ts'

/** Checkouts that are kept besides those that are needed now: a commit may be measured again. */
const KEPT_TREES = 8
const DIGITS = 12

/** `remove` never throws. */
export type CommitTrees = {
  /** The top of the user's own checkout. */
  repository: string
  /** The directory that holds them. */
  directory: string
  /** The path of `cwd` from the top of the repository; '' for the top itself. */
  within: string
  /** The path of `cwd` in a checkout of `commit`, which is made if need be. Throws git's reason. */
  checkOut: (commit: string) => Promise<string>
  /** Whether the checkout of `commit` is there and set up: `setUp` has said so. */
  isSetUp: (commit: string) => boolean
  setUp: (commit: string) => void
  drop: (commit: string) => Promise<void>
  remove: () => Promise<void>
}

const MIB = 1024 * 1024

/** A build that fails with less room than this is not the fault of its commit. */
const NEEDED_MIB = 32

/** What the disk is short of, or null. A file system without a table of files says that it can hold none. */
export function missingRoom({ bavail, bsize, files, ffree }: StatsFs): string | null {
  const free = Math.floor((bavail * bsize) / MIB)
  if (free < NEEDED_MIB) return `has ${free} MiB free, and a checkout needs ${NEEDED_MIB} MiB or more`
  return files > 0 && ffree === 0 ? 'can hold no more files' : null
}

/** Throws an InputError where the disk of `directory` has too little room for a checkout; `wayOut` says what to do. */
export function assertRoom(directory: string, wayOut = ANOTHER_TMPDIR): void {
  const missing = missingRoom(statfsSync(directory))
  if (missing === null) return
  throw new InputError(
    `bisect: the disk of ${directory} ${missing}; ${wayOut}. What was measured is kept: the same command goes on`,
  )
}

/** Checkouts below `parent`. `always` is the commit whose checkout is never removed to make room. */
export async function openCommitTrees(cwd: string, parent: string, always: string): Promise<CommitTrees> {
  const repository = await gitTop(cwd)
  const within = relative(repository, realpathSync(cwd))
  const { directory, remove } = await openWorktrees(repository, parent)
  const used: string[] = []
  const ready = new Set<string>()
  const pathOf = (commit: string) => join(directory, commit.slice(0, DIGITS))
  const drop = async (commit: string) => {
    const at = used.indexOf(commit)
    if (at < 0) return
    used.splice(at, 1)
    ready.delete(commit)
    await git(repository, ['worktree', 'remove', '--force', '--force', pathOf(commit)]).catch(() => {})
  }
  const checkOut = async (commit: string) => {
    if (!used.includes(commit)) {
      const others = used.filter(each => each !== always)
      if (others.length >= KEPT_TREES) await drop(others[0] as string)
      await addWorktree(repository, { path: pathOf(commit), commit, uncommitted: false }).catch(
        (error: Error) => {
          assertRoom(directory)
          assertRoom(repository, 'make room there')
          throw error
        },
      )
    } else used.splice(used.indexOf(commit), 1)
    used.push(commit)
    return join(pathOf(commit), within)
  }
  return {
    ...{ repository, directory, within },
    checkOut,
    isSetUp: commit => ready.has(commit),
    setUp: commit => void ready.add(commit),
    drop,
    remove,
  }
}
