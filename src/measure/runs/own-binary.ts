// Whether a command runs machine code that was linked here: then the place of its code is a matter of chance.
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { SideCommand } from './side-command.ts'

const ELF = '\x7fELF'

function isElf(path: string): boolean {
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

/** Whether `command` names an ELF file below its directory. An interpreter is elsewhere. False where a file cannot be read. */
export function runsOwnBinary({ argv, cwd }: Pick<SideCommand, 'argv' | 'cwd'>): boolean {
  const words = argv.flatMap(word => word.split(/[\s'"`;&|()<>$]+/)).filter(word => word.includes('/'))
  try {
    return words.some(word => {
      const path = resolve(cwd, word)
      return !leadsOut(relative(cwd, path)) && isElf(path)
    })
  } catch {
    return false
  }
}
