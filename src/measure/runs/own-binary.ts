// The machine code that was linked here, which a command runs: the place of its code is a matter of chance.
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { SideCommand } from './side-command.ts'

const ELF = '\x7fELF'

export function isElf(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(ELF.length)
    readSync(file, head, 0, ELF.length, 0)
    return head.toString('latin1') === ELF
  } finally {
    closeSync(file)
  }
}

const leadsOut = (path: string) => path === '' || path.startsWith('..')

/**
 * The ELF files below its directory that `command` names, relative to it. An interpreter is elsewhere. None where a file cannot be
 * read.
 */
export function ownBinaries({ argv, cwd }: Pick<SideCommand, 'argv' | 'cwd'>): string[] {
  const words = argv.flatMap(word => word.split(/[\s'"`;&|()<>$]+/)).filter(word => word.includes('/'))
  const paths = new Set(words.map(word => relative(cwd, resolve(cwd, word))))
  try {
    return [...paths].filter(path => !leadsOut(path) && isElf(resolve(cwd, path)))
  } catch {
    return []
  }
}
