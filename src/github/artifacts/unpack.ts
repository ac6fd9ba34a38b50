// Unpacks the zip of an artifact in memory, as if somebody hostile had made it. No name in it ever reaches a disk.
// Nothing is inflated beyond its limit, even where its headers lie. Plain file names only. PKWARE APPNOTE 4.3, 4.4.
import { crc32, inflateRawSync } from 'node:zlib'

export type ArchiveLimits = { maxEntries: number; maxBytes: number }

type Entry = { name: string; method: number; crc: number; packed: number; size: number; at: number }

const plainName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const symlink = 0o120000
const fileType = 0o170000

const shown = (name: string) => JSON.stringify(name.slice(0, 80))

/** The end record, whose comment reaches exactly the end: a second directory in a comment does not count. */
function endRecord(zip: Buffer): number {
  for (let at = zip.length - 22; at >= Math.max(0, zip.length - 22 - 65_535); at--) {
    if (zip.readUInt32LE(at) === endSignature && at + 22 + zip.readUInt16LE(at + 20) === zip.length) return at
  }
  throw new Error('it is not a zip archive, or only a part of one')
}

function entryAt(zip: Buffer, at: number): { entry: Entry; next: number } {
  if (zip.readUInt32LE(at) !== entrySignature) throw new Error('the directory of the archive is broken')
  const [nameLength, extra, comment] = [28, 30, 32].map(offset => zip.readUInt16LE(at + offset)) as [
    number,
    number,
    number,
  ]
  const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
  if (!plainName.test(name)) throw new Error(`it holds ${shown(name)}, which is not a plain file name`)
  if (((zip.readUInt32LE(at + 38) >>> 16) & fileType) === symlink) {
    throw new Error(`it holds ${shown(name)}, which is a link`)
  }
  const entry = {
    name,
    method: zip.readUInt16LE(at + 10),
    crc: zip.readUInt32LE(at + 16),
    packed: zip.readUInt32LE(at + 20),
    size: zip.readUInt32LE(at + 24),
    at: zip.readUInt32LE(at + 42),
  }
  return { entry, next: at + 46 + nameLength + extra + comment }
}

function entriesOf(zip: Buffer, { maxEntries }: ArchiveLimits): Entry[] {
  const end = endRecord(zip)
  const count = zip.readUInt16LE(end + 10)
  if (count > maxEntries) throw new Error(`it holds ${count} files, at most ${maxEntries} are read`)
  const entries: Entry[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    const { entry, next } = entryAt(zip, at)
    if (entries.some(other => other.name === entry.name))
      throw new Error(`it holds ${shown(entry.name)} twice`)
    entries.push(entry)
    at = next
  }
  return entries
}

function inflated(zip: Buffer, { name, method, crc, packed, size, at }: Entry, maxBytes: number): Buffer {
  if (size > maxBytes) throw new Error(`${name} claims ${size} bytes, at most ${maxBytes} are unpacked`)
  if (zip.readUInt32LE(at) !== localSignature) throw new Error(`${name} is not where the directory says`)
  const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
  const data = zip.subarray(start, start + packed)
  if (method !== 0 && method !== 8) throw new Error(`${name} is packed by method ${method}`)
  // One byte of room: an entry that is larger than it claims must fail here, and not be cut. zlib wants at least 1.
  const content = method === 0 ? data : inflateRawSync(data, { maxOutputLength: size + 1 })
  if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is damaged`)
  return content
}

/**
 * The files that are `wanted`, by name. Throws with the reason for a damaged archive, and for one with a link, a name
 * that is not plain, or a name twice. Throws, too, for more entries than the limit, or more bytes in the wanted files.
 */
export function unpackArchive(
  archive: Uint8Array,
  wanted: (name: string) => boolean,
  limits: ArchiveLimits,
): Map<string, Uint8Array> {
  const zip = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength)
  const files = new Map<string, Uint8Array>()
  let left = limits.maxBytes
  try {
    for (const entry of entriesOf(zip, limits)) {
      if (!wanted(entry.name)) continue
      files.set(entry.name, inflated(zip, entry, left))
      left -= entry.size
    }
    return files
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === 'ERR_BUFFER_TOO_LARGE')
      throw new Error("a file in it is larger than the archive's directory says")
    throw code === 'ERR_OUT_OF_RANGE' ? new Error('it is cut off') : new Error(message)
  }
}
