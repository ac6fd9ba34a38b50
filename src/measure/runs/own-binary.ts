// The machine code that was linked here, which a command runs: the place of its code is a matter of chance.
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
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

/** Whether a package manager has put it there, linked as it is: the interpreter of a virtual environment, for example. */
const isInstalled = (cwd: string, path: string) =>
  /(?:^|\/)node_modules\//.test(path) || existsSync(join(cwd, path, '../../pyvenv.cfg'))

/**
 * The ELF files below its directory that `command` names, relative to it. An interpreter is elsewhere, or installed. None where a
 * file cannot be read.
 */
export function ownBinaries({ argv, cwd }: Pick<SideCommand, 'argv' | 'cwd'>): string[] {
  const words = argv.flatMap(word => word.split(/[\s'"`;&|()<>$]+/)).filter(word => word.includes('/'))
  const paths = new Set(words.map(word => relative(cwd, resolve(cwd, word))))
  try {
    return [...paths].filter(path => !leadsOut(path) && isElf(resolve(cwd, path)) && !isInstalled(cwd, path))
  } catch {
    return []
  }
}
