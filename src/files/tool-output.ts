// A file that a benchmark tool wrote.
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FileBeside } from '../formats/format.ts'
import { type Output, textOutput } from '../formats/output.ts'
import { InputError } from '../model/index.ts'
import { maxFileBytes, readTextFile, unreadableFile } from './read.ts'

/** Smaller files are read as a text. */
const largeBytes = 8 * 1024 * 1024
const endBytes = 256 * 1024
const chunkBytes = 256 * 1024

/** The output in a file, `source` in messages. Standard input and archives are texts. Throws an InputError. */
export function outputAt(path: string, source = path): Output {
  const size = largeSize(path)
  const beside = besideOf(path)
  if (size === null) return { ...textOutput(readTextFile(path), source), beside }
  let whole: string | undefined
  const [head, tail] = [textAt(path, 0), textAt(path, size - endBytes)]
  return {
    source,
    ends: `${head}\n${tail}`,
    chunks: () => chunksOf(path),
    text: () => {
      whole ??= readTextFile(path)
      return whole
    },
    beside,
  }
}

const besideOf =
  (path: string): FileBeside =>
  name => {
    if (path === '-') return null
    try {
      return readTextFile(join(dirname(path), name))
    } catch (error) {
      if (error instanceof InputError) return null
      throw error
    }
  }

/** Null for what is read as a text, or cannot be read. */
function largeSize(path: string): number | null {
  const stat = path === '-' || path.endsWith('.gz') ? undefined : statSync(path, { throwIfNoEntry: false })
  return stat?.isFile() && stat.size >= largeBytes && stat.size <= maxFileBytes ? stat.size : null
}

function* chunksOf(path: string): Generator<Buffer> {
  let file: number | null = null
  try {
    file = openSync(path, 'r')
    const chunk = Buffer.allocUnsafe(chunkBytes)
    for (;;) {
      const length = readSync(file, chunk)
      if (length === 0) return
      yield chunk.subarray(0, length)
    }
  } catch (error) {
    throw unreadableFile(path, error)
  } finally {
    if (file !== null) closeSync(file)
  }
}

function textAt(path: string, from: number): string {
  let file: number | null = null
  try {
    file = openSync(path, 'r')
    const bytes = Buffer.alloc(endBytes)
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, endBytes, from))
  } catch (error) {
    throw unreadableFile(path, error)
  } finally {
    if (file !== null) closeSync(file)
  }
}
