// Writes files that somebody wants to keep. A file changes as a whole or not at all, even where the program is killed
// meanwhile.
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { InputError, WriteFailure } from '../model/index.ts'
import { inertDocument, isInJob } from './workflow-commands.ts'

/** Whether what is written to `path` goes to the standard output: as itself, so that a shell's own output stays in place. */
export const isStandardOutput = (path: string) => path === '-' || path === '/dev/stdout'

/**
 * Whether to write into `path` itself: a pipe, a device, or a file that the shell holds open (/dev/stdout) cannot be
 * replaced by another file.
 */
function isStream(path: string): boolean {
  if (/^\/(?:dev|proc)\//.test(resolve(path))) return true
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && !stat.isFile()
}

/** Behind symbolic links, so that they stay. */
const targetOf = (path: string) => (statSync(path, { throwIfNoEntry: false }) ? realpathSync(path) : path)

const partialOf = (target: string) => join(dirname(target), `.${basename(target)}.${process.pid}`)

/** Without the call and the path behind the reason: that is the file beside `path` that was to replace it. */
const refusal = (path: string, error: unknown, advice: string) =>
  `${path}: cannot be written: ${(error as Error).message.replace(/, \w+(?: '.*)?$/s, '')}; ${advice}`

/** Makes `content` the content of `path`. Throws a WriteFailure, and then leaves the old content. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  let partial: string | null = null
  try {
    if (isStandardOutput(path)) {
      process.stdout.write(typeof content === 'string' && isInJob() ? inertDocument(content) : content)
    } else if (isStream(path)) writeFileSync(path, content, { flag: 'a' })
    else {
      const target = targetOf(path)
      partial = partialOf(target)
      writeFileSync(partial, content)
      const { mode } = statSync(target, { throwIfNoEntry: false }) ?? {}
      if (mode !== undefined) chmodSync(partial, mode)
      renameSync(partial, target)
    }
  } catch (error) {
    if (partial !== null) rmSync(partial, { force: true })
    throw new WriteFailure(refusal(path, error, 'make room there, or choose another place'))
  }
}

/** Throws an InputError where `path` cannot be written, before anything is measured. Leaves no file behind. */
export function assertWritable(path: string, flag = '--out'): void {
  if (isStandardOutput(path)) return
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Error('it is a directory')
    // Opening a pipe would wait for its reader, and closing it would end that.
    if (isStream(path)) {
      accessSync(path, constants.W_OK)
      return
    }
    const target = targetOf(path)
    const existing = statSync(target, { throwIfNoEntry: false })
    if (existing) accessSync(target, constants.W_OK)
    const partial = partialOf(target)
    closeSync(openSync(partial, 'w'))
    rmSync(partial)
  } catch (error) {
    throw new InputError(refusal(path, error, `choose another ${flag}`))
  }
}

/** The file for the runs of an interrupted session: beside `path`, which may hold a complete one. */
export function incompletePath(path: string): string {
  if (isStandardOutput(path) || isStream(path)) return path
  const { length } = /(?:\.json)?(?:\.gz)?$/.exec(path)?.[0] ?? ''
  return `${path.slice(0, path.length - length)}.incomplete${path.slice(path.length - length)}`
}
