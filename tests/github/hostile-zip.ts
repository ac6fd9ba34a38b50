// Zip archives that nobody's tool would make: a writer that puts into headers what it is told to.
import { crc32, deflateRawSync } from 'node:zlib'

export type HostileEntry = {
  name: string
  content?: Buffer
  /** What the headers claim; the truth when not given. */
  size?: number
  crc?: number
  method?: number
  unixMode?: number
  /** Where the directory says that the entry is. */
  at?: number
}

function header(signature: number, fields: [number, 2 | 4][], name: Buffer): Buffer {
  const fixed = Buffer.alloc(4 + fields.reduce((sum, [, width]) => sum + width, 0))
  fixed.writeUInt32LE(signature)
  let at = 4
  for (const [value, width] of fields) at = fixed.writeUIntLE(value, at, width)
  return Buffer.concat([fixed, name])
}

type Packed = HostileEntry & { data: Buffer; realSize: number; realCrc: number }

function common({ method = 8, crc, realCrc, data, size, realSize, name }: Packed): [number, 2 | 4][] {
  return [
    [20, 2],
    [0x800, 2],
    [method, 2],
    [0, 4],
    [crc ?? realCrc, 4],
    [data.length, 4],
    [size ?? realSize, 4],
    [Buffer.byteLength(name), 2],
    [0, 2],
  ]
}

function directoryEntry(entry: Packed, offset: number): Buffer {
  const { name, unixMode = 0o100644, at = offset } = entry
  const rest: [number, 2 | 4][] = [
    [0, 2],
    [0, 2],
    [0, 2],
    [unixMode * 0x10000, 4],
    [at, 4],
  ]
  return header(0x02014b50, [[0x314, 2], ...common(entry), ...rest], Buffer.from(name))
}

/** The archive of these entries; `count` is how many the end record claims. */
export function hostileZip(entries: HostileEntry[], count = entries.length): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const content = entry.content ?? Buffer.from('{}')
    const data = entry.method === 0 ? content : deflateRawSync(content)
    const packed = { ...entry, data, realSize: content.length, realCrc: crc32(content) }
    const local = Buffer.concat([header(0x04034b50, common(packed), Buffer.from(entry.name)), data])
    directory.push(directoryEntry(packed, offset))
    locals.push(local)
    offset += local.length
  }
  const size = directory.reduce((sum, each) => sum + each.length, 0)
  const end: [number, 2 | 4][] = [
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  ]
  return Buffer.concat([...locals, ...directory, header(0x06054b50, end, Buffer.alloc(0))])
}
