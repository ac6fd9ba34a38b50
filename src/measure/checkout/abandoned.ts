// Worktrees of jobs that were killed before they could remove them. Each job writes down who it is beside its worktrees.
import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { git } from '../../git.ts'
import { fileTree, processStat } from '../../kernel-files.ts'

/** How the directories of worktrees are named. */
export const WORKTREES = 'worktrees-'
const OWNER = 'owner.json'

const machine = fileTree('/')

/** Since a process number may be another's after a start of the machine; '' where the kernel does not say. */
const bootOf = () => machine.read('proc/sys/kernel/random/boot_id')

/** When a process started; null for one that is gone. */
const startOf = (pid: number) => processStat(machine, pid)?.startTime.toString() ?? null

/** Writes down that this process works in `directory`, with worktrees of `repository`. */
export function claimDirectory(directory: string, repository: string): void {
  const owner = { pid: process.pid, start: startOf(process.pid), boot: bootOf(), repository }
  writeFileSync(join(directory, OWNER), JSON.stringify(owner))
}

/** Leaves `directory` to a later job, which claims it anew: nobody removes it meanwhile. */
export function leaveDirectory(directory: string): void {
  rmSync(join(directory, OWNER), { force: true })
}

type Owner = { pid: number; start: string | null; boot: string; repository: string }

const isAlive = ({ pid, start, boot }: Owner) => boot === bootOf() && start !== null && startOf(pid) === start

/** The owner of a directory of this user; null where there is none, or somebody else made it. */
function ownerOf(directory: string): Owner | null {
  try {
    const stat = lstatSync(directory)
    if (!stat.isDirectory() || stat.uid !== process.getuid?.()) return null
    const file = lstatSync(join(directory, OWNER))
    return file.isFile() ? (JSON.parse(readFileSync(join(directory, OWNER), 'utf8')) as Owner) : null
  } catch {
    return null
  }
}

/** Removes the worktrees of `repository` below `parent` whose job has ended. Never throws. */
export async function removeAbandoned(repository: string, parent: string): Promise<void> {
  for (const name of fileTree(parent).names('')) {
    if (!name.startsWith(WORKTREES)) continue
    const directory = join(parent, name)
    const owner = ownerOf(directory)
    if (owner === null || owner.repository !== repository || isAlive(owner)) continue
    await removeWorktrees(repository, directory)
  }
  await git(repository, ['worktree', 'prune']).catch(() => {})
}

/** Removes `directory` with the worktrees of `repository` in it. Never throws. */
export async function removeWorktrees(repository: string, directory: string): Promise<void> {
  for (const name of fileTree(directory).names(''))
    if (name !== OWNER)
      await git(repository, ['worktree', 'remove', '--force', '--force', join(directory, name)]).catch(
        () => {},
      )
  rmSync(directory, { recursive: true, force: true })
  await git(repository, ['worktree', 'prune']).catch(() => {})
}
