// What files hold: how they begin, which is what the kernel looks at before it executes one, and the digest of all of it.
import { createHash } from 'node:crypto'
import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs'

export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return isFile(path)
  } catch {
    return false
  }
}

/** Calls `read` with the descriptor of a file. Throws as `openSync`. */
function withFile<Found>(path: string, read: (file: number) => Found): Found {
  const file = openSync(path, 'r')
  try {
    return read(file)
  } finally {
    closeSync(file)
  }
}

/** The first `bytes` bytes of the file at `path`, each as a character; '' for what is no file, or cannot be read. */
export function fileHead(path: string, bytes: number): string {
  try {
    // To open a pipe would wait for its writer.
    if (!statSync(path).isFile()) return ''
    const head = Buffer.alloc(bytes)
    return withFile(path, file => head.toString('latin1', 0, readSync(file, head, 0, bytes, 0)))
  } catch {
    return ''
  }
}

const ELF = '\x7fELF'

export const isElf = (path: string): boolean => fileHead(path, ELF.length) === ELF

/** The digest of a file of any size. Throws where it cannot be read. */
export function fileDigest(path: string): string {
  const [hash, buffer] = [createHash('sha256'), Buffer.allocUnsafe(1 << 16)]
  withFile(path, file => {
    for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer))
      hash.update(buffer.subarray(0, read))
  })
  return hash.digest('hex')
}
