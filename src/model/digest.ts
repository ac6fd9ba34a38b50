// Digests that name things: the same content always has the same name.
import { createHash } from 'node:crypto'

/** The first `length` hexadecimal digits of the SHA-256 of `text`. */
export const shortDigest = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)
