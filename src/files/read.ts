// Text files, packed or not: none is read that would not fit into memory.
import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { decodeText } from '../formats/decode-text.ts'
import { InputError } from '../model/index.ts'

/** Larger files are refused before they are read, so that memory stays bounded. */
export const maxFileBytes = 256 * 1024 * 1024

const mib = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`

/** `bytes` as text, unpacked when `name` ends in .gz. Throws zlib's error for a broken or an oversized archive. */
export function unpackedText(name: string, bytes: Uint8Array): string {
  return decodeText(name.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: maxFileBytes }) : bytes)
}

/**
 * The text of a file of at most `maxFileBytes`, unpacked when its name ends in .gz; that of the standard input where
 * `path` is `-`. Throws an InputError.
 */
export function readTextFile(path: string): string {
  try {
    const file = path === '-' ? 0 : path
    const stat = typeof file === 'number' ? fstatSync(file) : statSync(file)
    if (stat.isDirectory()) throw new InputError(`${path}: is a directory; name the file in it`)
    if (stat.size > maxFileBytes) {
      throw new InputError(
        `${path}: has ${mib(stat.size)}, at most ${mib(maxFileBytes)} are read; split the suite`,
      )
    }
    return unpackedText(path, readFileSync(file))
  } catch (error) {
    if (error instanceof InputError) throw error
    throw unreadable(path, error)
  }
}

const chunkBytes = 256 * 1024

/** The bytes of a file, piece by piece; each is there until the next one is asked for. Throws an InputError. */
export function* fileChunks(path: string): Generator<Buffer> {
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
    throw unreadable(path, error)
  } finally {
    if (file !== null) closeSync(file)
  }
}

/** The first and the last `count` bytes of a larger file as text; null for a smaller one, a stream, or an archive. */
export function endsOfLargeFile(path: string, count: number, least: number): string | null {
  const stat = path === '-' ? undefined : statSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile() || stat.size < least || stat.size > maxFileBytes || path.endsWith('.gz')) return null
  return `${textAt(path, 0, count)}\n${textAt(path, stat.size - count, count)}`
}

/** Throws an InputError. */
function textAt(path: string, from: number, count: number): string {
  let file: number | null = null
  try {
    file = openSync(path, 'r')
    const bytes = Buffer.alloc(count)
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, count, from))
  } catch (error) {
    throw unreadable(path, error)
  } finally {
    if (file !== null) closeSync(file)
  }
}

const unreadable = (path: string, error: unknown) =>
  new InputError(`${path}: cannot be read: ${(error as Error).message}`)
