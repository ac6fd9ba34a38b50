// The kernel's files below a root. Tests put a fake machine there.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the kernel describes the CPUs. */
export const cpuTree = 'sys/devices/system/cpu'

export type FileTree = {
  /** The trimmed text of a file; empty when it does not exist or this user may not read it. */
  read: (path: string, encoding?: BufferEncoding) => string
  /** The names in a directory, sorted; empty when there is no such directory. */
  names: (path: string) => string[]
}

/** Reads below `root`; never throws. */
export function fileTree(root: string): FileTree {
  const orElse = <T>(value: T, get: () => T): T => {
    try {
      return get()
    } catch {
      // Not on this machine, not readable for this user, or of a CPU that has just gone offline.
      return value
    }
  }
  return {
    read: (path, encoding = 'utf8') => orElse('', () => readFileSync(join(root, path), encoding).trim()),
    names: path => orElse<string[]>([], () => readdirSync(join(root, path)).sort()),
  }
}

/** Each value once, in order of appearance, without empty ones. */
export const distinctTexts = (values: string[]): string[] => [
  ...new Set(values.filter(value => value !== '')),
]
