// The kernel's files below a root; the tests put a fake machine there.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type FileTree = {
  /** The trimmed text of a file; empty where there is none, or where this user may not read it. */
  read: (path: string, encoding?: BufferEncoding) => string
  /** The names in a directory, sorted; none where there is no such directory. */
  names: (path: string) => string[]
}

/** Reads below `root`; never throws. */
export function fileTree(root: string): FileTree {
  const orElse = <T>(value: T, get: () => T): T => {
    try {
      return get()
    } catch {
      return value // not on this machine, or not for this user: a fact that is not known
    }
  }
  return {
    read: (path, encoding = 'utf8') => orElse('', () => readFileSync(join(root, path), encoding).trim()),
    names: path => orElse<string[]>([], () => readdirSync(join(root, path)).sort()),
  }
}

/** Each value once, in order of appearance, without empty ones. */
export const distinct = (values: string[]): string[] => [...new Set(values.filter(value => value !== ''))]
