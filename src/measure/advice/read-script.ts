// Reads the scripts that a command line names, for advice about them: never worth failing for.
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ReadScript } from './closed-loop.ts'

const maxBytes = 1024 * 1024

/** Reads text files of at most 1 MiB by their path from `cwd`; null for anything else. */
export function scriptReader(cwd: string): ReadScript {
  return path => {
    try {
      const file = resolve(cwd, path)
      const stat = statSync(file)
      return stat.isFile() && stat.size <= maxBytes ? readFileSync(file, 'utf8') : null
    } catch {
      return null
    }
  }
}
