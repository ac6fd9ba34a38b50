// A file that a benchmark tool wrote.
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { decodeText } from '../formats/decode-text.ts'
import type { FileBeside } from '../formats/format.ts'
import { type Output, textOutput } from '../formats/output.ts'
import { withoutColours } from '../formats/plain-text.ts'
import { InputError } from '../model/index.ts'
import { maxFileBytes, readBytes, readTextFile, unreadableFile } from './read.ts'

/** Less is read as a text. */
const largeBytes = 8 * 1024 * 1024
const chunkBytes = 256 * 1024

function once(read: () => string): () => string {
  let known: string | undefined
  return () => (known ??= read())
}

/** The output in a file, `source` in messages. Standard input and archives are read as a whole. Throws an InputError. */
export function outputAt(path: string, source = path): Output {
  const size = largeSize(path)
  const beside = besideOf(path)
  if (size === null) return { ...bytesOutput(readBytes(path), source), beside }
  return {
    source,
    ends: withoutColours(`${textAt(path, 0)}\n${textAt(path, size - chunkBytes)}`),
    chunks: () => chunksOf(path),
    text: once(() => withoutColours(readTextFile(path))),
    beside,
  }
}

/** The output that these bytes are. */
export function bytesOutput(bytes: Uint8Array, source: string): Output {
  const { length } = bytes
  if (length < largeBytes) return textOutput(decodeText(bytes), source)
  const part = (from: number) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, length).subarray(from, from + chunkBytes)
  const count = Math.ceil(length / chunkBytes)
  return {
    source,
    ends: withoutColours(`${part(0)}\n${part(length - chunkBytes)}`),
    chunks: () => Array.from({ length: count }, (_, i) => part(i * chunkBytes)),
    text: once(() => withoutColours(decodeText(bytes))),
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

/** The bytes from `from` on, piece by piece; a piece is valid until the next one is read. */
function* chunksOf(path: string, from = 0): Generator<Buffer> {
  let file: number | null = null
  try {
    file = openSync(path, 'r')
    const chunk = Buffer.allocUnsafe(chunkBytes)
    for (let at = from; ; ) {
      const length = readSync(file, chunk, 0, chunkBytes, at)
      if (length === 0) return
      at += length
      yield chunk.subarray(0, length)
    }
  } catch (error) {
    throw unreadableFile(path, error)
  } finally {
    if (file !== null) closeSync(file)
  }
}

/** The first piece from there on. */
function textAt(path: string, from: number): string {
  for (const chunk of chunksOf(path, from)) return chunk.toString()
  return ''
}
