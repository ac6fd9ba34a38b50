// Where the configuration file of a checkout is: in the root of the repository, whatever directory a command runs in.
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { configFileName } from './config-file.ts'

/** The root of the repository that `directory` is in, without asking git; null where it is in none. */
export function repositoryRoot(directory: string): string | null {
  // Of a worktree and of a submodule it is a file.
  for (let at = resolve(directory); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (at === dirname(at)) return null
  }
}

/** The usual configuration file for work in `directory`: its own, else the repository's; null where there is none. */
export function findConfig(directory: string): string | null {
  const root = repositoryRoot(directory)
  const paths = [directory, ...(root === null ? [] : [root])].map(each => join(each, configFileName))
  return paths.find(path => existsSync(path)) ?? null
}
