// Reads a file that only root may have written. It is opened once and checked through the descriptor, so that nobody
// can replace it in between.
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'

/** Why a file or its content is not accepted. */
export class NotAccepted extends Error {
  override name = 'NotAccepted'
}

export const OPEN_TO_OTHERS = 'can be written by others than root'

/** Throws a NotAccepted unless `stat` belongs to `uid` and nobody else may write to it. */
export function assertTrusted(what: string, stat: Stats, uid: number): void {
  if (stat.uid !== uid) throw new NotAccepted(`${what} belongs to user ${stat.uid}, not to root`)
  if ((stat.mode & 0o022) !== 0) throw new NotAccepted(`${what} ${OPEN_TO_OTHERS}`)
}

function readBytes(file: number, size: number): Uint8Array {
  const bytes = Buffer.alloc(size)
  let length = 0
  for (let got = -1; got !== 0 && length < size; length += got) {
    got = readSync(file, bytes, length, size - length, null)
  }
  return bytes.subarray(0, length)
}

/** The text of a regular file that belongs to `uid`. Throws a NotAccepted or the system's error. */
export function readTrustedFile(
  path: string,
  { uid, mostBytes }: { uid: number; mostBytes: number },
): string {
  // Without NONBLOCK a named pipe in its place would block for ever.
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stat = fstatSync(file)
    if (!stat.isFile()) throw new NotAccepted('it is not a regular file')
    assertTrusted('it', stat, uid)
    if (stat.size > mostBytes)
      throw new NotAccepted(`it has ${stat.size} bytes, at most ${mostBytes} are read`)
    return new TextDecoder('utf-8', { fatal: true }).decode(readBytes(file, stat.size))
  } finally {
    closeSync(file)
  }
}
