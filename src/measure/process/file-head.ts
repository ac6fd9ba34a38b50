// How a file begins: what the kernel looks at before it executes one.
import { closeSync, openSync, readSync, statSync } from 'node:fs'

/** The first `bytes` bytes of the file at `path`, each as a character; '' for what is no file, or cannot be read. */
export function fileHead(path: string, bytes: number): string {
  try {
    // To open a pipe would wait for its writer.
    if (!statSync(path).isFile()) return ''
    const file = openSync(path, 'r')
    try {
      const head = Buffer.alloc(bytes)
      return head.toString('latin1', 0, readSync(file, head, 0, bytes, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}
