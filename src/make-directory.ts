// Makes the directories that people name. Node's own recursive mkdir never ends below /proc: the kernel says ENOENT of a new
// directory there, Node takes that for a missing parent, finds the parent, and tries again.
import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Makes `path` and what is missing above it. Throws as mkdir does, also where something else is there. */
export function makeDirectory(path: string): void {
  const missing: string[] = []
  for (let at = resolve(path); statSync(at, { throwIfNoEntry: false }) === undefined; at = dirname(at))
    missing.unshift(at)
  // One that is there is asked too: it may be a file.
  for (const each of missing.length > 0 ? missing : [resolve(path)]) makeOne(each)
}

/** Another process may make it meanwhile. */
function makeOne(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
    if (!isThere || !statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
