// Text files, packed or not: none is read that would not fit into memory.
import { type Dirent, fstatSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { decodeText } from '../formats/decode-text.ts'
import { InputError } from '../model/index.ts'

/** Larger files are refused before they are read, so that memory stays bounded. */
export const maxFileBytes = 256 * 1024 * 1024

const mib = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`

/** `bytes`, unpacked when `name` ends in .gz. Throws zlib's error for a broken or an oversized archive. */
export const unpacked = (name: string, bytes: Uint8Array): Uint8Array =>
  name.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: maxFileBytes }) : bytes

/** The text of the file, read as `readBytes` does. */
export const readTextFile = (path: string): string => decodeText(readBytes(path))

/**
 * The content of a file of at most `maxFileBytes`, unpacked when its name ends in .gz; that of the standard input where
 * `path` is `-`. Throws an InputError.
 */
export function readBytes(path: string): Uint8Array {
  try {
    const file = path === '-' ? 0 : path
    const stat = typeof file === 'number' ? fstatSync(file) : statSync(file)
    if (stat.isDirectory()) throw new InputError(`${path}: is a directory; name the file in it`)
    if (stat.size > maxFileBytes)
      throw new InputError(
        `${path}: has ${mib(stat.size)}, at most ${mib(maxFileBytes)} are read; split the suite`,
      )
    return unpacked(path, readFileSync(file))
  } catch (error) {
    if (error instanceof InputError) throw error
    throw unreadableFile(path, error)
  }
}

/** What is at `path`; undefined for nothing. Throws an InputError where this user may not look. */
export function statAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw unreadableFile(path, error)
  }
}

/** What is in the directory, by name. Throws an InputError. */
export function directoryEntries(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => a.name.localeCompare(b.name))
  } catch (error) {
    throw unreadableFile(directory, error)
  }
}

/** The two causes that people can mend, by the system's word for them. */
const WAYS_OUT: Record<string, string> = {
  ENOENT: 'there is no such file; a relative path counts from the working directory',
  EACCES: 'this user may not read it; change its owner or mode',
}

/** The error for a file that cannot be read, or not to its end. */
export function unreadableFile(path: string, error: unknown): InputError {
  const { code = '', message } = error as NodeJS.ErrnoException
  return new InputError(`${path}: ${WAYS_OUT[code] ?? `cannot be read: ${message}`}`)
}
