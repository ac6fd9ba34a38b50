// A directory per commit that a setup command may keep its build in, so that the next job with the same base commit
// need not build it again. Whoever may run jobs as this user may write it: it is as trustworthy as the machine is.
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

/** A base branch has one tip at a time; the others are the pull requests of the day. */
const KEPT = 10

const isCommit = (name: string) => /^[0-9a-f]{40,64}$/.test(name)

/** Removes all but the directories that were used last. */
function prune(parent: string): void {
  const used = readdirSync(parent)
    .filter(isCommit)
    .map(name => ({ path: join(parent, name), at: statSync(join(parent, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at)
  for (const { path } of used.slice(KEPT)) rmSync(path, { recursive: true, force: true })
}

/** The directory of `commit` below `parent`, made where there is none. Throws as mkdir does. */
export function setupCache(parent: string, commit: string): string {
  const directory = join(parent, commit)
  mkdirSync(directory, { recursive: true })
  const now = new Date()
  utimesSync(directory, now, now)
  prune(parent)
  return directory
}
