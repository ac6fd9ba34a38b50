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

/** `startTime` in clock ticks since boot: together with the number it names one process for good. */
export type ProcessStat = { pid: number; name: string; parent: number; startTime: number }

/** A process as /proc/PID/stat shows it (proc(5)); null for one that has ended, or whose owner hides it. */
export function processStat({ read }: FileTree, pid: number): ProcessStat | null {
  const text = read(`proc/${pid}/stat`)
  // A process name may hold blanks, brackets and line breaks. The last bracket ends it.
  const end = text.lastIndexOf(')')
  const [, parent, ...fields] = text.slice(end + 2).split(' ')
  const startTime = Number(fields[17])
  const name = text.slice(text.indexOf('(') + 1, end)
  return end > 0 && Number.isInteger(startTime) ? { pid, name, startTime, parent: Number(parent) } : null
}

/** Each value once, in order of appearance, without empty ones. */
export const distinctTexts = (values: string[]): string[] => [
  ...new Set(values.filter(value => value !== '')),
]
